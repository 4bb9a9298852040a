import { amount, counted, day } from '../formatting/index.ts';
import type { EventData, EventKind } from '../records/event.ts';
import { recordPage } from '../records/recordPage.ts';
import { cut } from '../vocabulary/cut.ts';
import { oneLine, textLines } from '../vocabulary/text.ts';
import type { Delivery } from './delivery.ts';

/** How a message is colored: good news, plain news, or an event that needs action. */
export type Mood = 'good' | 'news' | 'attention';

/** The message of an event for the people in a channel, in plain text without any service's markup. */
export interface Announcement {
  title: string;
  /** The event, on one line. */
  sentence: string;
  /** A text that a person wrote, with its line breaks; null if there is none. */
  body: string | null;
  /** Details that the sentence leaves out. */
  facts: { label: string; value: string }[];
  mood: Mood;
  /** The address of the record's page in the console; null if it has none, or the console's address isn't known. */
  link: string | null;
}

/** An announcement as defined for each event below: facts by label, null for facts that are missing. */
type Words = Pick<Announcement, 'title' | 'sentence' | 'mood'> & {
  body?: string;
  facts?: Record<string, string | null>;
};

/** Formats dates, amounts and counts in the workspace's locale. */
const writer = (locale: string | undefined) => ({
  on: (date: string) => day(date, locale),
  sum: (cents: number, currency: string) => amount(cents, currency, locale),
  many: (number: number, thing: string) => counted(number, thing, locale),
});
type Writer = ReturnType<typeof writer>;

const due = (date: string | null, { on }: Writer) => ({ Due: date && on(date) });

// The data of invoice.sent and invoice.viewed doesn't tell invoices from estimates, so their sentences fit both.
const words: { [Kind in EventKind]: (data: EventData<Kind>, write: Writer) => Words } = {
  'intake.submitted': e => ({
    title: 'Intake submitted',
    sentence: `${e.clientName} submitted the intake for ${e.projectName}`,
    mood: 'news',
  }),
  'scope.approved': (e, write) => ({
    title: 'Scope approved',
    sentence: `${e.clientName} approved the scope of ${e.projectName}${e.priceCents === null ? '' : `: ${write.sum(e.priceCents, e.currency)}`}`,
    facts: { 'Approved by': e.approvedName },
    mood: 'good',
  }),
  'contract.signed': e => ({
    title: 'Contract signed',
    sentence: `${e.clientName} signed the contract for ${e.projectName}`,
    mood: 'good',
  }),
  'invoice.sent': (e, write) => ({
    title: 'Sent to the client',
    sentence: `${e.invoiceNumber} went to ${e.clientName}: ${sumAndProject(e, write)}`,
    facts: due(e.dueDate, write),
    mood: 'news',
  }),
  'invoice.viewed': (e, write) => ({
    title: 'Opened by the client',
    sentence: `${e.clientName} opened ${e.invoiceNumber}: ${sumAndProject(e, write)}`,
    facts: due(e.dueDate, write),
    mood: 'news',
  }),
  'invoice.paid': (e, write) => ({
    title: 'Invoice paid',
    sentence: `${e.clientName} paid ${e.invoiceNumber}: ${sumAndProject(e, write)}`,
    mood: 'good',
  }),
  'invoice.overdue': (e, write) => ({
    title: 'Invoice overdue',
    sentence: `${e.clientName} is ${write.many(e.daysOverdue, 'day')} late with ${e.invoiceNumber}: ${sumAndProject(e, write)}`,
    facts: { 'Was due': write.on(e.dueDate) },
    mood: 'attention',
  }),
  'change_order.approved': (e, write) => ({
    title: 'Change order approved',
    sentence: `A change order was approved: ${write.sum(e.amountCents, e.currency)} · ${e.projectName}`,
    mood: 'good',
  }),
  'revision.logged': (e, write) => ({
    title: 'Revision round logged',
    sentence: `Revision round ${e.roundNumber}${e.roundsAllowed === null ? '' : ` of ${e.roundsAllowed}`} for ${e.clientName} · ${e.projectName}`,
    body: e.description,
    ...beyondScope(e, write),
  }),
  'client.created': e => ({
    title: 'Client added',
    sentence: `${e.clientName} is a new client`,
    facts: { Contact: e.contactName, Company: e.company },
    mood: 'news',
  }),
  ping: e => ({ title: 'Test from Corkboard', sentence: e.message, mood: 'news' }),
};

const sumAndProject = (
  e: Pick<EventData<'invoice.paid'>, 'totalCents' | 'currency' | 'projectName'>,
  { sum }: Writer,
) => `${sum(e.totalCents, e.currency)} · ${e.projectName}`;

function beyondScope(
  { roundNumber, roundsAllowed }: EventData<'revision.logged'>,
  { many }: Writer,
): Pick<Words, 'facts' | 'mood'> {
  const beyond = roundNumber - (roundsAllowed ?? roundNumber);
  if (beyond <= 0) return { mood: 'news' };
  return { facts: { 'Beyond the scope': many(beyond, 'round') }, mood: 'attention' };
}

/**
 * The message of a delivery: in English, with dates and amounts in the workspace's locale. Texts that people wrote are
 * cleaned and shortened.
 */
export function announcementOf({ event, data, locale, publicUrl }: Delivery): Announcement {
  const say = words[event] as (data: unknown, write: Writer) => Words;
  const given = JSON.parse(data);
  const { body = null, facts = {}, ...rest } = say(cleaned(given), writer(locale ?? undefined));
  const page = recordPage(event, given);
  return {
    ...rest,
    body,
    link: publicUrl === undefined || page === null ? null : new URL(publicUrl + page).href,
    facts: Object.entries(facts).flatMap(([label, value]) => (value === null ? [] : { label, value })),
  };
}

/** Cleans every text in the data, so that no sentence above can forget to. */
const cleaned = (data: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(data).map(([field, value]) => [
      field,
      typeof value === 'string' ? shown(field, value) : value,
    ]),
  );

/** The most lines of a text in a message: more would push a channel's other messages off the screen. */
const maxLines = 12;
/** The longest name in a message, in UTF-16 units: a longer one would hide the amount after it. */
const nameLimit = 150;
/** The longest body in a message, in UTF-16 units: it is a reminder, not the full text. */
const bodyLimit = 1000;

function shown(field: string, text: string): string {
  const clean = field === 'description' ? cut(paragraph(text), bodyLimit) : cut(oneLine(text), nameLimit);
  // Services reject an empty text, and a name of only invisible characters looks empty.
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(clean) ? clean : '(blank)';
}

/** A text of several lines, each cleaned by oneLine: the first lines that aren't blank. */
export function paragraph(text: string): string {
  const lines = textLines(text).map(oneLine).filter(Boolean);
  return lines.length > maxLines ? [...lines.slice(0, maxLines), '…'].join('\n') : lines.join('\n');
}
