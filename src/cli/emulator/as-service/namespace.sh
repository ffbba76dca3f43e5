#!/bin/sh
# Runs COMMAND with NAMES resolving to this machine and a trusted certificate for them: namespace.sh DIRECTORY "NAMES" COMMAND...
# Must start as root in new network and mount namespaces. Its files are kept in memory, in the empty DIRECTORY, and disappear with
# the namespace.
set -eu
folder=$1
names=$2
shift 2
trap 'umount -l "$folder" 2>/dev/null || true; rmdir "$folder" || true' EXIT

find_programs() {
  for program in ip openssl mount; do
    command -v "$program" >/dev/null || { echo "there is no program '$program'" >&2; exit 1; }
  done
}

open_network() {
  ip link set lo up
  # Allows ports 80 and 443 without root.
  echo 0 >/proc/sys/net/ipv4/ip_unprivileged_port_start
}

# Omits any lines in the machine's hosts file that contain one of the names, for example those from a block list.
lead_names_here() {
  words=$(printf '%s\n' $names)
  { grep -vwF "$words" /etc/hosts || true; echo 127.0.0.1 $names; } >"$folder/hosts"
  mount --bind "$folder/hosts" /etc/hosts
  # Other name sources could resolve the real service first.
  if [ -e /etc/nsswitch.conf ]; then
    sed 's/^hosts:.*/hosts: files myhostname/' /etc/nsswitch.conf >"$folder/nsswitch.conf"
    mount --bind "$folder/nsswitch.conf" /etc/nsswitch.conf
  fi
  if [ -S /run/nscd/socket ]; then mount --bind "$folder/hosts" /run/nscd/socket; fi
}

# Creates an authority and uses it to sign one certificate. The authority's key is deleted before the command starts.
make_certificates() (
  cd "$folder"
  umask 077
  cat >openssl.cnf <<END
[req]
distinguished_name = name
[name]
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
subjectKeyIdentifier = hash
[service]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
subjectAltName = $(printf 'DNS:%s,' $names | sed 's/,$//')
END
  new_key='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
  {
    openssl req -config openssl.cnf -x509 $new_key -days 30 -extensions authority -subj '/CN=slashpass emulator' \
      -keyout authority-key.pem -out authority.pem
    openssl req -config openssl.cnf -new $new_key -subj /CN=discord.com -keyout key.pem -out request.pem
    openssl x509 -req -in request.pem -days 30 -extfile openssl.cnf -extensions service \
      -CA authority.pem -CAkey authority-key.pem -set_serial 2 -out certificate.pem
  } 2>openssl.log || { cat openssl.log >&2; exit 1; }
  rm authority-key.pem request.pem openssl.cnf openssl.log
  chmod 644 authority.pem certificate.pem
)

own_path=$PATH
# These programs are not on every user's PATH.
PATH=$PATH:/usr/sbin:/sbin
find_programs
mount -t tmpfs -o size=1m,mode=755 slashpass "$folder"
open_network
lead_names_here
make_certificates
PATH=$own_path

# For Node and Bun, OpenSSL and Go, Python's requests, curl, and Deno.
export NODE_EXTRA_CA_CERTS="$folder/authority.pem" SSL_CERT_FILE="$folder/authority.pem" \
  REQUESTS_CA_BUNDLE="$folder/authority.pem" CURL_CA_BUNDLE="$folder/authority.pem" DENO_CERT="$folder/authority.pem"
# No proxy is reachable from the namespace.
unset http_proxy https_proxy all_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY

code=0
SLASHPASS_NAMESPACE="$folder" "$@" || code=$?
exit "$code"
