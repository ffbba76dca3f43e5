# Sourced by scripts that create a bare Debian. Selects its package sources and runs commands there as an unprivileged user.

# Finds the first sources file with Debian's own packages. Others may list vendors whose keys the bare machine lacks.
debian_sources() {
  local file
  for file in /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list; do
    if [[ -s $file ]]; then
      echo "$file"
      return
    fi
  done
}

# Copies this machine's access to the registry: npm settings, environment variables and certificates.
variables=(HOME=/home/player USER=player PATH=/usr/local/bin:/usr/bin:/bin LANG=C.UTF-8 CI=true)
hand_in_registry() { # hand_in_registry ROOT
  local root=$1 kind file variable
  local settings='^((@[^:]+:)?registry|//[^=]+|ca|cafile|cert|key|proxy|https-proxy|noproxy|strict-ssl)\s*(\[\])?\s*='
  for kind in globalconfig userconfig; do
    file=$(npm config get "$kind")
    if [[ -f $file ]]; then grep -E "$settings" "$file" >>"$root/home/player/.npmrc" || true; fi
  done
  local names='^(npm_config_(registry|.*:registry|//.*|ca|cafile|cert|key|proxy|https_proxy|noproxy|strict_ssl)|(https?|no|all)_proxy|node_extra_ca_certs|ssl_cert_(file|dir))='
  while IFS= read -r -d '' variable; do
    if grep -qiE "$names" <<<"$variable"; then variables+=("$variable"); fi
  done < <(env -0)
  for file in "$(npm config get cafile)" "${NODE_EXTRA_CA_CERTS:-}" "${SSL_CERT_FILE:-}"; do
    if [[ -f $file ]]; then install -D --mode=644 "$file" "$root$file"; fi
  done
  cp --dereference /etc/resolv.conf /etc/hosts "$root/etc/"
  chmod 600 "$root/home/player/.npmrc" 2>/dev/null || true
}

# Runs a command line as the user in separate process and mount namespaces, which disappear when the command exits.
as_player() { # as_player ROOT FOLDER LINE
  timeout --kill-after=10 900 unshare --mount --pid --fork --kill-child=KILL --propagation=private \
    sh -euc '
      mount -t proc proc "$1/proc"
      mount --rbind /dev "$1/dev"
      root=$1 line="cd ~/$2 && $3"
      shift 3
      exec chroot --userspec=1000:1000 "$root" env -i "$@" bash -c "$line"' \
    sh "$1" "$2" "$3" "${variables[@]}" </dev/null 2>&1
}

passed=0
failed=0
check() { # check WHAT COMMAND...
  if "${@:2}"; then
    passed=$((passed + 1))
  else
    echo "failed: $1"
    failed=$((failed + 1))
  fi
}
