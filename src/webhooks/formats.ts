import type { Delivery } from './delivery.ts';
import { discord } from './formats/discord.ts';
import { json } from './formats/json.ts';
import { slack } from './formats/slack.ts';

/** The body of a delivery, by the endpoint's format. The same delivery gives the same bytes every time. */
export const formats = { json, slack, discord } satisfies Record<string, (delivery: Delivery) => string>;

export type Format = keyof typeof formats;
