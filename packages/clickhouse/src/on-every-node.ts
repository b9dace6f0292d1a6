/**
 * Queries are sent to any node of a cluster, so that a process that finds or ends a query may be connected to another
 * node. Names of clusters are checked in the configuration: letters, digits and underscores.
 */

/** Ends the query with the id `{id:String}` without waiting for its end, on a cluster on all nodes. */
export function killStatement(cluster: string | null): string {
  if (cluster === null) return 'KILL QUERY WHERE query_id = {id:String} ASYNC';
  return `KILL QUERY ON CLUSTER '${cluster}' WHERE initial_query_id = {id:String} ASYNC`;
}

/** Returns the table of running queries, on a cluster those of all replicas. */
export function runningQueriesTable(cluster: string | null): string {
  return cluster === null
    ? 'system.processes'
    : `clusterAllReplicas('${cluster}', system.processes)`;
}

/** Returns the condition for running queries that belong to `{id:String}`. */
export function belongsToQuery(cluster: string | null): string {
  return cluster === null ? 'query_id = {id:String}' : 'initial_query_id = {id:String}';
}
