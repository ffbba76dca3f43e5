# A discord.py bot: registers a command in guild 11, responds to it over the gateway, and prints the options.
import json
import sys

import discord
from discord import app_commands

token = sys.argv[1]
guild = discord.Object(id=11)
client = discord.Client(intents=discord.Intents(guilds=True, members=True))
tree = app_commands.CommandTree(client)


@tree.command(name="dive", description="Goes under", guild=guild)
@app_commands.describe(depth="How deep")
async def dive(interaction: discord.Interaction, depth: int):
    await interaction.response.send_message(f"{interaction.user.name} is {depth} m deep.")
    followup = await interaction.followup.send("And up again.", wait=True)
    await followup.edit(content="Up again.")
    print("answered", flush=True)


@client.event
async def on_ready():
    synced = await tree.sync(guild=guild)
    reef = client.get_guild(11)
    members = sorted([member.name async for member in reef.fetch_members(limit=None)])
    said = [message.content async for message in reef.text_channels[0].history(limit=5)]
    seen = {
        "user": client.user.name,
        "owner": (await client.application_info()).owner.name,
        "commands": [command.name for command in synced],
        "guild": reef.name,
        "channels": [channel.name for channel in await reef.fetch_channels()],
        "roles": len(await reef.fetch_roles()),
        "members": members,
        "said": said,
        "player": (await client.fetch_user(reef.owner_id)).name,
    }
    print("ready", json.dumps(seen), flush=True)
    await client.loop.run_in_executor(None, sys.stdin.readline)
    await client.close()


client.run(token)
