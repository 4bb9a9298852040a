import type { Site } from './site.ts';

/** How a row is to be measured. */
export interface Scale {
  /** In a short form. */
  quick: boolean;
  /** How many deliveries, where a row can have any number; undefined: as many as its goal is about. */
  count: number | undefined;
  /** Whether to print what was answered and what the pace was over time. */
  traced: boolean;
}

/** Measures a row on a site that was just reset, and prints its result with its goals. */
export type Measure = (site: Site, scale: Scale) => Promise<void>;
