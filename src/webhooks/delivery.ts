import type { EventKind } from '../records/event.ts';

/** An event for one endpoint, as stored. */
export interface Delivery {
  id: string;
  event: EventKind;
  /** ISO 8601, UTC, milliseconds. */
  createdAt: string;
  workspaceId: string;
  /** The event's data as JSON text: compact, its fields in the specified order. */
  data: string;
  /** The traceparent of the request that caused the event, if it was part of a trace. It isn't sent to receivers. */
  traceparent?: string | null;
  /** The workspace's locale, for a message that people read; null or left out for JSON. */
  locale?: string | null;
  /** The workspace's time zone, for the same messages. */
  timeZone?: string | null;
  /** The address of the console, for the link in such a message; without it the message has no link. */
  publicUrl?: string | undefined;
}

/** The formats of endpoints: a signed JSON envelope, or a message in a channel. */
export const formatNames = ['json', 'slack', 'discord'] as const;
export type Format = (typeof formatNames)[number];
