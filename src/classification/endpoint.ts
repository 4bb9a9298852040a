import { type Config, readConfig } from '../config.ts';

/** Where verdicts come from: an OpenAI-compatible endpoint. */
export type Endpoint = NonNullable<Config['classification']>;

/** The endpoint that this process is configured for; undefined: none. */
export const endpoint = (): Endpoint | undefined => readConfig().classification;
