#!/usr/bin/env bash
# Signs one call with openssl alone. Prints the hash of the body and the signature.
#   NOTARY_SECURITY_KEY=… sign.sh METHOD TARGET TIMESTAMP NONCE [BODY_FILE | UNSIGNED-PAYLOAD]
# With SIGNATURE_ALGORITHM=HMAC-SM3 it signs by SM3.
# For trials: the key is seen in the list of processes.
set -euo pipefail
[ "${SIGNATURE_ALGORITHM:-}" = HMAC-SM3 ] && digest=-sm3 || digest=-sha256
method=$1 target=$2 timestamp=$3 nonce=$4 body=${5:-/dev/null}
if [ "$body" = UNSIGNED-PAYLOAD ]; then
  sha256=$body
else
  sha256=$(openssl dgst -sha256 -r "$body" | cut -d' ' -f1)
fi
signature=$(printf '%s\n%s\n%s\n%s\n%s' "$method" "$target" "$timestamp" "$nonce" "$sha256" |
  openssl dgst "$digest" -hmac "$NOTARY_SECURITY_KEY" -r | cut -d' ' -f1)
printf '%s %s\n' "$sha256" "$signature"
