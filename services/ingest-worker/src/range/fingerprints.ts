/** A set is full with this share of its places used: beyond it, look-ups compare many places. */
const FULL = 0.6;

/**
 * A set of texts that keeps 32 bits of each, in a table of fixed size. It never misses a text that was added; it
 * reports about one of a billion others.
 */
export class Fingerprints {
  private readonly table: Uint32Array;
  private used = 0;

  /** @param places a power of two */
  constructor(private readonly places: number) {
    this.table = new Uint32Array(places);
  }

  get isFull(): boolean {
    return this.used >= this.places * FULL;
  }

  /** At most `places` texts may be added. */
  add(text: TextHash): void {
    const at = this.find(text);
    if (this.table[at] === 0) {
      this.table[at] = text.print;
      this.used += 1;
    }
  }

  has(text: TextHash): boolean {
    return this.table[this.find(text)] !== 0;
  }

  /** Returns the place of the text, or the free place where it belongs. */
  private find({ place, print }: TextHash): number {
    const mask = this.places - 1;
    let at = place & mask;
    while (this.table[at] !== 0 && this.table[at] !== print) at = (at + 1) & mask;
    return at;
  }
}

/** Two independent numbers of 32 bits. */
export interface TextHash {
  readonly place: number;
  /** Not 0. */
  readonly print: number;
}

/** Multiplies and mixes two states with each UTF-16 unit. Not for secrets: collisions can be constructed. */
export function hashText(text: string): TextHash {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, 2_654_435_761);
    b = Math.imul(b ^ unit, 1_597_334_677);
  }
  const place = mixed(a, b);
  return { place, print: mixed(b, place) || 1 };
}

function mixed(first: number, second: number): number {
  const half = Math.imul(first ^ (first >>> 16), 2_246_822_507);
  return (half ^ Math.imul(second ^ (second >>> 13), 3_266_489_909)) >>> 0;
}
