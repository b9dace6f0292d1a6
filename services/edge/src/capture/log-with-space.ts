import type { IngestLogProducer } from '@tidemark/ingest-log';
import { LogUnavailableError } from '@tidemark/ingest-log';
import type { DiskWatch } from '@tidemark/platform';

/**
 * Wraps the log so that writes fail while the disk of the stores has little space. A store whose disk is full
 * would also stop serving queries.
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
