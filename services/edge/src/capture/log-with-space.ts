import type { IngestLogProducer } from '@tidemark/ingest-log';
import { LogUnavailableError } from '@tidemark/ingest-log';
import type { DiskWatch } from '@tidemark/platform';

/**
 * The log, as long as the disk of the stores has space. Rejecting early keeps the stores whole: one that meets the end
 * of the disk stops for queries too.
 *
 * @throws LogUnavailableError from both writes while space is low
 */
export function logWithSpace(
  log: IngestLogProducer,
  disk: Pick<DiskWatch, 'requireSpace'>,
): IngestLogProducer {
  const requireSpace = (): void => {
    try {
      disk.requireSpace();
    } catch (error) {
      throw new LogUnavailableError(error);
    }
  };
  return {
    append: async (entries) => {
      requireSpace();
      await log.append(entries);
    },
    appendEvents: async (batch) => {
      requireSpace();
      await log.appendEvents(batch);
    },
    appendPacked: async (packed) => {
      requireSpace();
      await log.appendPacked(packed);
    },
  };
}
