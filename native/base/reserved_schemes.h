#pragma once

#include <string_view>

namespace slashpass {

// Keep in sync with src/sign-in/redirect/custom-scheme-name.ts; a test compares them.

/// Schemes used by systems, browsers and other widely used programs, each surrounded by spaces. Registering one of
/// them would break the program that uses it.
inline constexpr std::string_view reserved_schemes =
    // IANA: permanent URI schemes (www.iana.org/assignments/uri-schemes).
    " aaa aaas about acap acct cap cid coap coap+tcp coap+ws coaps coaps+tcp coaps+ws crid data dav dict "
    " dns dtn example file ftp geo go gopher h323 http https iax icap im imap info ipn ipp ipps iris "
    " iris.beep iris.lwz iris.xpc iris.xpcs jabber ldap leaptofrogans mailto mid msrp msrps mt mtqp "
    " mupdate news nfs ni nih nntp opaquelocktoken pkcs11 pop pres reload rtsp rtsps rtspu service session "
    " shttp sieve sip sips sms snmp soap.beep soap.beeps stun stuns tag tel telnet tftp thismessage tip "
    " tn3270 turn turns tv urn vemmi vnc ws wss xcon xcon-userid xmlrpc.beep xmlrpc.beeps xmpp z39.50 "
    " z39.50r z39.50s "
    // IANA: provisional and historical schemes that are still in use.
    " acr adiumxtra admin afp afs aim amss android appdata apt ark attachment bitcoin blob bolo browserext "
    " calculator callto cast casts content content-type cvs dat did dlna-playcontainer dlna-playsingle doi "
    " dpp drm dvb ed2k embedded ethereum facetime fax feed feedready filesystem finger fish git "
    " gizmoproject gtalk ham hcp hxxp hxxps icon ipfs ipns irc irc6 ircs isostore itms jar jms lastfm lbry "
    " ldaps lpa magnet mailserver maps market matrix message mms mongodb moz msnim mumble mvn notes oid "
    " onenote onenote-cmd openid openpgp4fpr otpauth payment payto platform proxy psyc query redis rediss "
    " res resource rmi rsync rtmfp rtmp secondlife secret-token sftp sgn skype smb smtp spiffe spotify ssb "
    " ssh steam submit svn swid teamspeak things tool udp unreal ut2004 ventrilo view-source vscode "
    " vscode-insiders vsls wais webcal wifi wtai wyciwyg xfire xri ymsgr "
    // Browsers.
    " brave chrome devtools edge firefox googlechrome googlechromes isolated-app javascript livescript "
    " microsoft-edge opera opera-http opera-https read safari vbscript vivaldi x-safari-http "
    " x-safari-https "
    // Windows.
    " bingmaps bingnews bingweather mapi mmsh outlook outlookfeed search search-ms shell tn "
    " windowsdefender wsfile xbox zune "
    // macOS.
    " addressbook app-settings applescript calshow facetime-audio help icloud-sharing imessage itms-apps "
    " itms-appss itms-books itms-services itmss macappstore macappstores mobilenotes music photos podcasts "
    " prefs shareddocuments shortcuts videos x-help-script x-man-page "
    // Linux desktops (GVfs, KIO, software centres) and Android.
    " afc android-app appstream archive burn computer davs flatpak ghelp google-drive gphoto2 intent man "
    " mtp network recent snap starred trash "
    // Game launchers and stores.
    " amazon-games battlenet blizzard bottles curseforge ea-desktop eadm gamejolt goggalaxy heroic itch "
    " itchio legacygames link2ea lutris minecraft nxm origin origin2 overwolf playnite riotclient roblox "
    " roblox-player roblox-studio rockstar steamlink twitch ubisoft uplay vrchat "
    // Chat and conferences.
    " discord discordapp element lync msteams sgnl signal slack teams tg viber weixin whatsapp zoommtg "
    " zoomus ";

/// Prefixes of scheme families: Windows, web pages, browser extensions, Apple.
inline constexpr std::string_view reserved_prefixes[] = {"ms-",     "microsoft.", "web+",   "ext+",
                                                         "chrome-", "moz-",       "x-apple"};

}  // namespace slashpass
