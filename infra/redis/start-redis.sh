#!/bin/sh
# Starts Redis with redis.conf and the password that REDISCLI_AUTH holds. The password is no argument: it is a line of the
# configuration, which Redis reads from its standard input.
set -eu
case ${REDISCLI_AUTH:?is to hold the password} in
  *[!A-Za-z0-9_-]*)
    echo "REDISCLI_AUTH: letters, digits, - and _ only" >&2
    exit 1
    ;;
esac
exec "${REDIS_SERVER:-redis-server}" - "$@" <<END
include ${REDIS_CONF:-/etc/redis/redis.conf}
requirepass $REDISCLI_AUTH
END
