#!/bin/sh
# Writes a .env with fresh secrets beside docker-compose.yml; never overwrites one.
set -eu
cd "$(dirname "$0")/../.."
if [ -e .env ]; then
  echo ".env is there already" >&2
  exit 1
fi
secret() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
umask 077
cat > .env <<END
POSTGRES_PASSWORD=$(secret)
REDIS_PASSWORD=$(secret)
CLICKHOUSE_PASSWORD=$(secret)
CLICKHOUSE_CLUSTER_SECRET=$(secret)
KAFKA_PASSWORD=$(secret)
JWT_SECRET=$(secret)
SERVICE_SECRET=$(secret)
EXPORT_SECRETS_KEY=$(secret)
FLAG_SECRETS_KEY=$(secret)
LOGIN_SECRETS_KEY=$(secret)
INGESTION_RULES_KEY=$(secret)
BOOTSTRAP_PROJECT_API_KEY=phc_$(secret)
BOOTSTRAP_PERSONAL_API_KEY=phx_$(secret)
END
echo "wrote .env: keys for the first project are BOOTSTRAP_PROJECT_API_KEY and BOOTSTRAP_PERSONAL_API_KEY in it"
