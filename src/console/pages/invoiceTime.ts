import { z } from 'zod';
import { invoiceTime } from '../../actions/invoiceTime.ts';
import type { Issue } from '../../admission/check.ts';
import { sql } from '../../database/sql.ts';
import { type TimeGrouping, type TimeToInvoice, timeLines } from '../../documents/timeLines.ts';
import { amount, count, duration, fixed, percent } from '../../formatting/index.ts';
import { invoiceAmounts, subtotal } from '../../money/totals.ts';
import { objects, today, workspaceId } from '../../records/fragments.ts';
import { timeGroupings } from '../../vocabulary/documents.ts';
import { boundedCents, day } from '../../vocabulary/fields.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { projectCrumbs } from '../components/crumbs.ts';
import { totalsTable } from '../components/invoiceDocument.ts';
import { table } from '../components/table.ts';
import { fieldsOf } from '../forms/fields.ts';
import { fieldView } from '../forms/fieldView.ts';
import { form } from '../forms/form.ts';
import { currencyName, hiddenField, localeName } from '../forms/hiddenFields.ts';
import { parseInput } from '../forms/parseInput.ts';
import { messageOf } from '../forms/rejectedForm.ts';
import { type Html, html } from '../html/html.ts';
import { personName } from '../html/personName.ts';
import { page } from '../page/page.ts';
import { byAction } from '../posts/byAction.ts';
import { newestOfProject } from '../queries/acceptedEstimates.ts';
import { type ConsoleProject, consoleProject } from '../queries/project.ts';
import type { PageContext } from '../requests/pageContext.ts';

/** The address of the page that makes an invoice of a project's time. */
export const timeInvoiceAddress = (projectId: string): string => `/projects/${projectId}/time/invoice`;

const draft = byAction(invoiceTime, {
  path: '/projects/:id/time/invoice',
  redirectTo: ({ invoice }) => `/invoices/${invoice.id}`,
  amountsOf: 'project',
});

/** The page's input. Unlike the action's, its days must be in their order, which the function checks as well. */
const asked = z
  .strictObject({
    from: day.optional(),
    until: day.optional(),
    by: z.enum(timeGroupings).default('entry'),
    hourlyRateCents: boundedCents.optional(),
  })
  .refine(({ from, until }) => from === undefined || until === undefined || from <= until, {
    path: ['until'],
    error: 'must not be before the first day',
  });
type TimeInvoiceInput = z.infer<typeof asked>;

const groupings: Record<TimeGrouping, string> = {
  entry: 'A line for each time entry',
  day: 'A line for each day',
  person: 'A line for each person',
  one: 'One line',
};

const fields = fieldsOf(asked, {
  from: { label: 'From' },
  until: { label: 'Until', hint: 'Today, if you leave it blank' },
  by: { label: 'Lines', options: timeGroupings.map(by => [by, groupings[by]]), required: true },
  hourlyRateCents: { label: 'Hourly rate', required: true },
});

/** A day of the address; null if it is blank or no date, which the form says. */
const dayIn = (search: URLSearchParams, name: 'from' | 'until'): string | null =>
  day.safeParse(search.get(name)).data ?? null;

interface Rows {
  project: { project: ConsoleProject };
  read: { time: TimeToInvoice; today: string };
  drafts: { rows: { id: string; number: string }[] };
}

/** The page that proposes an invoice of a project's unbilled time, and drafts it. */
export const invoiceTimePage = page<Rows>({
  path: '/projects/:id/time/invoice',
  reads: ({ params, search }) => ({
    project: consoleProject(params.id!),
    read: sql.fragment`
      select corkboard.time_to_invoice(${workspaceId}, ${asUuid(params.id!)}, ${dayIn(search, 'from')}, ${dayIn(search, 'until')}) as time,
             ${today} as today`,
    drafts: sql.fragment`
      select ${objects(sql.fragment`
        select i.id, i.number from ${newestOfProject(sql.fragment`${asUuid(params.id!)}`)} i
         where i.kind = 'invoice' and i.status = 'DRAFT' and i.created_via <> 'app'
         order by i.created_at desc, i.id desc limit ${maxDrafts}::bigint`)} as rows`,
  }),
  view: ({ project: { project }, read, drafts }, context) => {
    const { time, today } = read;
    const { id } = project;
    // The form's fields, and what it sends in hidden fields to the action, are read in the same notation.
    const search = new URLSearchParams(context.search);
    if (!search.has(localeName)) search.set(localeName, context.person.locale);
    if (!search.has(currencyName)) search.set(currencyName, time.currency);
    if (!search.get('until')) search.set('until', today);
    const { value, issues = [] } = parseInput({ fields, input: asked }, search);
    return {
      title: 'Invoice unbilled time',
      crumbs: projectCrumbs(project, 'time'),
      body: html`
        ${draftsNote(drafts.rows)}
        ${question(time, search, issues, id)}
        ${value === undefined ? null : proposal(time, value as TimeInvoiceInput, context, id)}`,
    };
  },
  posts: [draft],
});

/** How many drafts a page names. */
const maxDrafts = 5;

/** Names drafts of assistants and integrations, which bill no time by themselves, and may charge for the same time. */
const draftsNote = (drafts: readonly { id: string; number: string }[]): Html | null =>
  drafts.length === 0
    ? null
    : html`<p class="doubt">An assistant or integration drafted ${drafts.map(({ id, number }, at) => html`${at === 0 ? null : ', '}<a href="/invoices/${id}">${number}</a>`)}
        for this project. Check first whether that is for the same time: such a draft doesn’t mark time as billed.</p>`;

/** The form that asks for another proposal. The rate is asked for only if the project has none. */
function question(time: TimeToInvoice, search: URLSearchParams, issues: readonly Issue[], id: string): Html {
  const messages = issues.map(issue => messageOf(issue, fields));
  const texts = new URLSearchParams(search);
  if (!texts.has('by')) texts.set('by', 'entry');
  const shown = fields.filter(({ name }) => name !== 'hourlyRateCents' || time.hourlyRateCents === null);
  const written = [currencyName, localeName].map(name => hiddenField([name, texts.get(name)!]));
  return html`
    ${time.hourlyRateCents === null ? html`<p>This project has no hourly rate. Enter one for this invoice, or <a href="/projects/${id}?new=set">set the project’s hourly rate</a>.</p>` : null}
    <form method="get" action="${timeInvoiceAddress(id)}" class="filters">
      ${time.hourlyRateCents === null ? written : null}${shown.map(field => fieldView(field, { form: 'time', texts, messages }))}
      <p><button class="quiet">Show lines</button></p>
    </form>`;
}

/** The proposed lines with their amounts, and the button that drafts the invoice. */
function proposal(
  time: TimeToInvoice,
  asked: TimeInvoiceInput,
  context: PageContext,
  id: string,
): Html | null {
  const { locale } = context.person;
  const { entries, currency, taxRateBps, taxInclusive, digest } = time;
  const rate = time.hourlyRateCents ?? asked.hourlyRateCents;
  if (entries.length === 0)
    return html`<p class="empty">There is no unbilled time on these days. <a href="/projects/${id}?tab=time">Back to the project’s time</a></p>`;
  const { lines, by, isTooMuch } = timeLines(time, asked.by);
  const minutes = entries.reduce((sum, entry) => sum + entry.minutes, 0);
  const number = entries.length === 1 ? '1 time entry' : `${count(entries.length, locale)} time entries`;
  const found = `${number}, ${duration(minutes, locale)}`;
  if (isTooMuch)
    return html`<p class="empty">That is more than one invoice can bill: at most 2,000 time entries and 10,000 hours. Choose fewer days.</p>`;
  if (rate === undefined || rate === null) return html`<p>${found} unbilled.</p>`;
  const lineItems = lines.map(line => ({ ...line, unitPriceCents: rate, taxRateBps: null }));
  const invoice = { lineItems, discountCents: 0, taxRateBps, taxInclusive };
  const { subtotalCents, taxCents, amountCents } = invoiceAmounts(invoice);
  const hours = lines.reduce((sum, { quantityHundredths }) => sum + quantityHundredths, 0);
  const money = (cents: bigint | number) => amount(cents, currency, locale);
  const tax = `Tax (${percent(taxRateBps, locale)}${taxInclusive ? ', included' : ''})`;
  return html`
    <section><h2>Proposed lines</h2>
      <p>${found}</p>
      ${by === asked.by ? null : html`<p class="hint">An invoice has at most 50 lines, so this one gets ${groupings[by].toLowerCase()}.</p>`}
      ${table(
        'Proposed lines',
        ['Description', ['Hours', 'number'], ['Rate', 'number'], ['Amount', 'number']],
        lines.map(({ description, quantityHundredths, memberId }, at) => [
          memberId === null
            ? description
            : html`${description} <span class="sub">${personName(time.members[memberId] ?? '', context.person)}</span>`,
          fixed(quantityHundredths, 2, locale),
          money(rate),
          money(subtotal({ lineItems: [lineItems[at]!] })),
        ]),
      )}
      ${totalsTable([
        { name: 'Hours', value: fixed(hours, 2, locale), isTotal: false },
        { name: 'Subtotal', value: money(subtotalCents), isTotal: false },
        { name: tax, value: money(taxCents), isTotal: false },
        { name: 'Total', value: money(amountCents), isTotal: true },
      ])}
      <p class="hint">The draft bills this time, so it can’t be edited. It is unbilled again if you take its line out of the draft or void the invoice.</p>
      ${form(context, draft, {
        currency,
        values: { ...asked, ...(time.hourlyRateCents !== null && { hourlyRateCents: null }), shown: digest },
      })}
    </section>`;
}
