import type { Readable } from 'node:stream';

/** Where the files of one run go. */
export interface ExportTarget {
  /**
   * Puts a file in place, whole or not at all; one of the same name is replaced.
   *
   * @param name last segment of the path
   * @throws ExportRejectedError, DestinationUnavailableError, or what `body` failed with
   */
  write(name: string, body: Readable, signal: AbortSignal): Promise<void>;
  /** Path of a file below the destination's root, for manifests and records. */
  pathOf(name: string): string;
  /** Removes what a killed worker left behind. */
  removeLeftovers(): Promise<void>;
  close(): void;
}
