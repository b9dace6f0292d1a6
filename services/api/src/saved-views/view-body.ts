import type { SavedViewBody } from '@tidemark/contracts';
import type { SavedView, User } from '@tidemark/postgres';
import { userBasicBody } from '../users/user-body';
import { wireTime } from '../wire-time';

/** A view in the wire format. */
export function viewBody(view: SavedView, creator: User | null): SavedViewBody {
  return {
    id: view.id,
    deleted: false,
    name: view.name,
    query: { kind: 'HogQLQuery', query: view.query },
    created_by: creator === null ? null : userBasicBody(creator),
    created_at: wireTime(view.createdAt),
    sync_frequency: null,
    columns: view.columns.map(({ name, type }) => ({ key: name, name, type, schema_valid: true })),
    status: null,
    last_run_at: null,
    latest_error: null,
    is_materialized: false,
  };
}
