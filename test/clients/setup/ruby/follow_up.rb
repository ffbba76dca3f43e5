# Sends a follow-up to an interaction with discordrb's webhook client as documented, and prints the message.
require "discordrb/webhooks"

application_id, interaction_token = ARGV
client = Discordrb::Webhooks::Client.new(id: application_id, token: interaction_token)
response = client.execute(nil, true) do |builder|
  builder.content = "And up again."
  builder.add_embed do |embed|
    embed.title = "A reef"
    embed.colour = 0x00aaff
    embed.add_field(name: "Fish", value: "Many", inline: true)
  end
end
puts response.body
