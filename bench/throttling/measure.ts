import type { Site } from './site.ts';

/** The options for measuring a row. */
export interface Scale {
  /** Whether to measure a shorter form. */
  quick: boolean;
  /** The number of deliveries, if the row allows any number; undefined: the number in its goal. */
  count: number | undefined;
  /** Whether to print the responses and the throttle over time. */
  traced: boolean;
}

/** Measures a row on a site that was just reset, and prints its result with its goals. */
export type Measure = (site: Site, scale: Scale) => Promise<void>;
