import type { z } from 'zod';
import { type EventData, type EventKind, envelopeOf, events } from './event.ts';

/**
 * The ids of the client and the project in all examples. Those of the demo workspace have the same ids (src/demo/demo.ts),
 * so the examples of the API's description can be sent to it as they are.
 */
export const exampleIds = {
  clientId: '01994c2d-1a44-7f0e-8d21-6b90c3e7f512',
  projectId: '01994c2e-7d1f-7b3a-9c58-2f6e0a1b4c3d',
};

type EventField = { [Kind in EventKind]: keyof EventData<Kind> }[EventKind];

const happenedAt = '2026-11-21T09:30:00.000Z';

/** The values of the fields of all example events, but for their times: together they tell one story. */
const story: Record<Exclude<EventField, `${string}At`>, unknown> = {
  ...exampleIds,
  projectName: 'Website',
  clientName: 'Harbour Bakery',
  contactName: 'Ada Marsh',
  company: 'Harbour Bakery Ltd',
  invoiceId: '01994c31-9e02-7c6d-b7a4-51d8e2f30a96',
  invoiceNumber: 'INV-0001',
  changeOrderId: '01994c33-40b8-7e19-a2c5-0d7f96b81e24',
  revisionId: '01994c34-5cd7-7a82-9f13-e84b2a60d7c1',
  approvedName: 'Ada Marsh',
  totalCents: 504_000,
  priceCents: 840_000,
  amountCents: 120_000,
  currency: 'EUR',
  dueDate: '2026-11-14',
  daysOverdue: 7,
  roundNumber: 2,
  roundsAllowed: 3,
  description: 'A calmer header',
  message: 'This is a test.',
};

/** An event of a kind as a JSON endpoint receives it. Throws where the story does not fit the kind. */
export function envelope(kind: EventKind): z.infer<ReturnType<typeof envelopeOf>> {
  const values: Record<string, unknown> = story;
  const fields = Object.keys(events[kind].shape);
  return envelopeOf(kind).parse({
    id: '01994c35-0f6a-7d48-8e97-3ac1b5d2e604',
    event: kind,
    createdAt: happenedAt,
    workspaceId: '01994c20-83be-7a15-b4d6-f27e5c90a83b',
    data: Object.fromEntries(fields.map(field => [field, values[field] ?? happenedAt])),
  });
}
