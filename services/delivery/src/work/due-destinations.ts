import type { DeliveryWork, DueDestination } from '@tidemark/postgres';

/**
 * Reads the destinations with due deliveries page by page, one page per call: after a full page, the next call goes on
 * behind it; after the last page it begins again. So each destination has its turn, however many are due.
 * @param limit the maximum number of destinations in one page
 */
export function createDueDestinations(
  work: Pick<DeliveryWork, 'listDue'>,
  limit: number,
): () => Promise<readonly DueDestination[]> {
  let after: string | null = null;
  return async () => {
    const page = await work.listDue(limit, after);
    after =
      page.length < limit
        ? null
        : page.reduce(
            (last, { destinationId }) => (destinationId > last ? destinationId : last),
            '',
          );
    return page;
  };
}
