/** The number of chunks that are kept without copying. */
const KEPT_AS_THEY_COME = 64;
/** Beyond that number, smaller chunks are copied into pieces of this size. */
const PIECE_BYTES = 64 * 1024;
/**
 * A body with a larger declared length gets one buffer of that length: joining its chunks at the end would need twice
 * the memory.
 */
const WHOLE_FROM_BYTES = 256 * 1024;
/**
 * The buffer is allocated after this part of the body arrived, so that a client cannot reserve memory by a declared
 * length alone.
 */
const WHOLE_AFTER_PART = 1 / 8;

/**
 * Collects the bytes of a body. The client decides how small its chunks are, but each chunk needs memory for itself
 * and keeps the socket's buffer that contains it. Many small chunks are therefore copied together, so that a body
 * needs about as much memory as it has bytes.
 */
export class ByteChunks {
  private chunks: Buffer[] = [];
  private piece: Buffer | null = null;
  private used = 0;
  private total = 0;
  private whole: Buffer | null = null;

  /** @param announced the declared length in bytes; 0 if unknown */
  constructor(private announced = 0) {}

  get length(): number {
    return this.total;
  }

  /** The number of buffers that contain the bytes. */
  get buffers(): number {
    return this.chunks.length + (this.piece === null ? 0 : 1) + (this.whole === null ? 0 : 1);
  }

  add(chunk: Buffer): void {
    const isDue = this.total + chunk.length >= this.announced * WHOLE_AFTER_PART;
    if (this.announced > WHOLE_FROM_BYTES && isDue) this.openWhole();
    if (this.whole !== null) {
      if (this.total + chunk.length <= this.whole.length) {
        chunk.copy(this.whole, this.total);
        this.total += chunk.length;
        return;
      }
      // The body is longer than declared.
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

  /** Drops all bytes. */
  clear(): void {
    this.chunks = [];
    this.whole = null;
    this.piece = null;
    this.used = 0;
    this.total = 0;
    this.announced = 0;
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

  /** Moves the received bytes into a buffer of the declared length. */
  private openWhole(): void {
    const size = this.announced;
    this.announced = 0;
    this.closePiece();
    if (this.total > size) return;
    const whole = Buffer.allocUnsafeSlow(size);
    let at = 0;
    for (const chunk of this.chunks) at += chunk.copy(whole, at);
    this.chunks = [];
    this.whole = whole;
  }

  private closePiece(): void {
    if (this.piece !== null) this.chunks.push(this.piece.subarray(0, this.used));
    this.piece = null;
    this.used = 0;
  }
}
