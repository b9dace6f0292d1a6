/** Chunks are kept as they come until there are so many. */
const KEPT_AS_THEY_COME = 64;
/** Beyond that, smaller ones are copied into pieces of this size. */
const PIECE_BYTES = 64 * 1024;
/** A body that is announced to be larger gets its memory at once: joined at its end it would take twice as much. */
const WHOLE_FROM_BYTES = 256 * 1024;

/**
 * The bytes of a body as it comes. A client decides how small its chunks are, and each of them takes memory of its own
 * and holds the piece of the socket's memory that it was cut from: many small ones are copied together, so that
 * a body takes about as much memory as it has bytes.
 */
export class ByteChunks {
  private chunks: Buffer[] = [];
  private piece: Buffer | null = null;
  private used = 0;
  private total = 0;
  private whole: Buffer | null = null;

  /** @param announced bytes that will come; 0 when unknown. Memory that is not written to costs nothing. */
  constructor(announced = 0) {
    if (announced > WHOLE_FROM_BYTES) this.whole = Buffer.allocUnsafeSlow(announced);
  }

  get length(): number {
    return this.total;
  }

  /** How many buffers hold the bytes. */
  get buffers(): number {
    return this.chunks.length + (this.piece === null ? 0 : 1) + (this.whole === null ? 0 : 1);
  }

  add(chunk: Buffer): void {
    if (this.whole !== null) {
      if (this.total + chunk.length <= this.whole.length) {
        chunk.copy(this.whole, this.total);
        this.total += chunk.length;
        return;
      }
      // More than was announced.
      this.chunks.push(this.whole.subarray(0, this.total));
      this.whole = null;
    }
    this.total += chunk.length;
    if (this.chunks.length < KEPT_AS_THEY_COME || chunk.length >= PIECE_BYTES) {
      this.closePiece();
      this.chunks.push(chunk);
      return;
    }
    if (this.used + chunk.length > PIECE_BYTES) this.closePiece();
    this.piece ??= Buffer.allocUnsafeSlow(PIECE_BYTES);
    chunk.copy(this.piece, this.used);
    this.used += chunk.length;
  }

  /** Forgets all bytes. */
  clear(): void {
    this.chunks = [];
    this.whole = null;
    this.piece = null;
    this.used = 0;
    this.total = 0;
  }

  /** All bytes, in order. A single chunk is not copied. */
  bytes(): Buffer {
    if (this.whole !== null) {
      return this.total === this.whole.length ? this.whole : this.whole.subarray(0, this.total);
    }
    this.closePiece();
    const [only] = this.chunks;
    return this.chunks.length === 1 && only !== undefined
      ? only
      : Buffer.concat(this.chunks, this.total);
  }

  private closePiece(): void {
    if (this.piece !== null) this.chunks.push(this.piece.subarray(0, this.used));
    this.piece = null;
    this.used = 0;
  }
}
