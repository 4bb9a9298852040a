import type { EventKind } from '../records/event.ts';

/** One event on its way to one endpoint, as the database holds it. */
export interface Delivery {
  id: string;
  event: EventKind;
  /** ISO 8601, UTC, milliseconds. */
  createdAt: string;
  workspaceId: string;
  /** The event's data as JSON text: compact, its fields in the specified order. */
  data: string;
  /** The traceparent of the request that caused the event, if it was part of a trace. No receiver is told. */
  traceparent?: string | null;
  /** The workspace's locale, for a message that people read; null or left out for JSON. */
  locale?: string | null;
  /** The workspace's time zone, likewise. */
  timeZone?: string | null;
  /** The address of the console, for the link in a message that people read; left out: such a message has no link. */
  publicUrl?: string | undefined;
}

/** What an endpoint can be sent: a signed envelope, or a message in a channel. */
export const formatNames = ['json', 'slack', 'discord'] as const;
export type Format = (typeof formatNames)[number];
