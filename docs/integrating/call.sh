#!/usr/bin/env bash
# Makes one signed call with curl and openssl.
#   call.sh METHOD TARGET [JSON]            a call with a JSON body, or without one
#   call.sh POST TARGET -F name=value …     a multipart call; the options go to curl, the file last
# Needs NOTARY_BASE_URL, NOTARY_APP_ID and NOTARY_SECURITY_KEY.
set -euo pipefail
method=$1 target=$2
shift 2
timestamp=$(date +%s)
nonce=$(openssl rand -hex 16)
body=/dev/null
options=()
if [ "${1:-}" = -F ]; then
  body=UNSIGNED-PAYLOAD
  options=("$@")
elif [ $# -gt 0 ]; then
  body=$(mktemp)
  trap 'rm -f "$body"' EXIT
  printf '%s' "$1" >"$body"
  options=(-H 'Content-Type: application/json' --data-binary "@$body")
fi
read -r sha256 signature < <(bash "$(dirname "$0")/sign.sh" "$method" "$target" "$timestamp" "$nonce" "$body")
curl -sS -X "$method" "${NOTARY_BASE_URL%/}$target" \
  -H "X-App-Id: $NOTARY_APP_ID" -H "X-Timestamp: $timestamp" -H "X-Nonce: $nonce" \
  -H "X-Content-SHA256: $sha256" -H "X-Signature: $signature" ${options[@]+"${options[@]}"}
