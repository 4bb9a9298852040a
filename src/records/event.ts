import { z } from 'zod';
import { cents, count, currency, date, timestamp } from '../vocabulary/fields.ts';
import { id } from '../vocabulary/id.ts';

const project = { projectId: id, projectName: z.string() };
const clientProject = { ...project, clientName: z.string() };
const invoice = {
  invoiceId: id,
  invoiceNumber: z.string(),
  ...clientProject,
  totalCents: cents.describe('What the client owes. Partial payments are not taken off.'),
  currency,
};

const event = <S extends z.ZodRawShape>(description: string, data: S) =>
  z.strictObject(data).meta({ description });

/** Every kind of event with the data it carries, in the order of its fields. */
export const events = {
  'intake.submitted': event('An intake was submitted.', { ...clientProject, submittedAt: timestamp }),
  'scope.approved': event('The client approved a scope.', {
    ...clientProject,
    approvedName: z.string().describe('The name that the client typed to approve.'),
    priceCents: cents.nullable().describe('null: no fixed price.'),
    currency,
    approvedAt: timestamp,
  }),
  'contract.signed': event('A contract was signed.', { ...clientProject, signedAt: timestamp }),
  'invoice.sent': event('A person sent an invoice or estimate.', {
    ...invoice,
    dueDate: date.nullable(),
    sentAt: timestamp,
  }),
  'invoice.paid': event('An invoice was paid.', { ...invoice, paidAt: timestamp }),
  'change_order.approved': event('A change order was approved.', {
    changeOrderId: id,
    ...project,
    amountCents: cents,
    currency,
    approvedAt: timestamp,
  }),
  'invoice.viewed': event('The client opened an invoice or estimate for the first time; once per document.', {
    ...invoice,
    dueDate: date.nullable(),
    viewedAt: timestamp,
  }),
  'invoice.overdue': event(
    "The daily check found a sent invoice past its due date; once per invoice. The check runs within an hour after midnight in the workspace's time zone. daysOverdue is how many days the due date is before that day.",
    {
      ...invoice,
      dueDate: date,
      daysOverdue: count.describe('Whole days past the due date.'),
      detectedAt: timestamp,
    },
  ),
  'revision.logged': event('A revision round was logged, in the app or through the API.', {
    revisionId: id,
    ...clientProject,
    roundNumber: count,
    roundsAllowed: count
      .nullable()
      .describe("The scope's rounds plus those of approved change orders; null: there is no scope."),
    description: z.string(),
    loggedAt: timestamp,
  }),
  'client.created': event('A client was added, in the app or through the API.', {
    clientId: id,
    clientName: z.string(),
    contactName: z.string().nullable().describe('Set in the app.'),
    company: z.string().nullable(),
    createdAt: timestamp,
  }),
  ping: event('A person tests an endpoint. Cannot be subscribed to.', { message: z.string() }),
};

export type EventKind = keyof typeof events;
export type EventData<Kind extends EventKind> = z.infer<(typeof events)[Kind]>;

/** The kinds that an endpoint can subscribe to. */
export const subscribable = Object.keys(events).filter(kind => kind !== 'ping') as Exclude<
  EventKind,
  'ping'
>[];

/** The envelope that a JSON endpoint receives. `id` is the delivery's id, the same on every attempt. */
export const envelopeOf = (kind: EventKind) =>
  z
    .strictObject({
      id,
      event: z.literal(kind),
      createdAt: timestamp,
      workspaceId: id,
      data: events[kind],
    })
    .meta({
      description:
        "Fields may be added here and in `data`: ignore those that you don't know. None is renamed or removed within version 1.",
    });
