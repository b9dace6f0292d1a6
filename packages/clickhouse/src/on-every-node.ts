/**
 * Queries go to any node of a cluster, so that the process which looks for one, or ends it, may talk to another node.
 * Names of clusters are checked where they are configured: letters, digits and underscores.
 */

/** Ends what runs under `{id:String}` and does not wait for it; on a cluster with its parts on other nodes. */
export function killStatement(cluster: string | null): string {
  if (cluster === null) return 'KILL QUERY WHERE query_id = {id:String} ASYNC';
  return `KILL QUERY ON CLUSTER '${cluster}' WHERE initial_query_id = {id:String} ASYNC`;
}

/** The list of running queries, of all replicas of a cluster. */
export function runningQueriesTable(cluster: string | null): string {
  return cluster === null
    ? 'system.processes'
    : `clusterAllReplicas('${cluster}', system.processes)`;
}

/** Which of them belong to `{id:String}`. */
export function belongsToQuery(cluster: string | null): string {
  return cluster === null ? 'query_id = {id:String}' : 'initial_query_id = {id:String}';
}
