import type { Config } from '../config.ts';

/** Where verdicts come from: an OpenAI-compatible endpoint. */
export type Endpoint = NonNullable<Config['classification']>;
