import type { Delivery, Format } from './delivery.ts';
import { discord } from './formats/discord.ts';
import { json } from './formats/json.ts';
import { slack } from './formats/slack.ts';

/** The body of a delivery, by the endpoint's format. The same delivery gives the same bytes every time. */
export const formats: Record<Format, (delivery: Delivery) => string> = { json, slack, discord };
