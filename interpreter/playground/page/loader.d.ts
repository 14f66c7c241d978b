/** What the worker needs of `loader.mjs`, which hosts without types read, too. */

export interface Result {
  outcome: number;
  places: number[];
  parts: number[][];
}

export interface Playout {
  seed: bigint;
  decisions: number;
  result: Result | null;
  fault: Error | null;
}

export interface Engine {
  about: { hash: string };
  simulate(seed: bigint, games: number): Generator<Playout, void>;
}

export function load(source: BufferSource | WebAssembly.Module): Promise<Engine>;
