import { randomUUID } from 'node:crypto';
import { type EventData, type EventKind, events } from '../records/event.ts';
import { envelope } from '../records/example.ts';
import { timestamp } from '../vocabulary/fields.ts';
import { id } from '../vocabulary/id.ts';

/** The message of a ping. */
const ping = 'This is a test from Corkboard. If you can read it, the endpoint works.';

/** The texts of a sample, in place of texts that people write. */
const texts: Record<string, string> = {
  projectName: 'Sample project',
  clientName: 'Sample client',
  contactName: 'Sample contact',
  company: 'Sample company',
  approvedName: 'Sample approver',
  invoiceNumber: 'SAMPLE-0001',
  description: 'Sample description',
  message: ping,
};

const dayMs = 86_400_000;

/**
 * Sample data of a kind of event that happens `now` (ISO 8601), about records that don't exist. The ids are new each
 * time, so that a receiver that skips records it already handled accepts a second sample. All other values except names
 * and times come from the published example, so a new field of an event also gets a value.
 */
export function sampleOf<Kind extends EventKind>(kind: Kind, now: string): EventData<Kind> {
  const { data } = envelope(kind) as { data: Record<string, unknown> };
  const inDays = (days: number) => new Date(Date.parse(now) + days * dayMs).toISOString().slice(0, 10);
  const dueDate = inDays('daysOverdue' in data ? -Number(data.daysOverdue) : 14);
  const value = (name: string, schema: unknown, example: unknown) => {
    if (schema === id) return randomUUID();
    if (schema === timestamp) return now;
    return name === 'dueDate' ? dueDate : (texts[name] ?? example);
  };
  const shape: Record<string, unknown> = events[kind].shape;
  const values = Object.entries(shape).map(([name, schema]) => [name, value(name, schema, data[name])]);
  return events[kind].parse(Object.fromEntries(values)) as EventData<Kind>;
}
