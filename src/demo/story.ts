import { join } from 'node:path';
import { dateOf, day } from '../formatting/index.ts';
import { exampleIds } from '../records/example.ts';
import type { Drafter, Studio } from './studio.ts';

// Six weeks of a studio with three clients, so that every page of the console has content, and some items wait for a
// person.

const integration: Drafter = { via: 'api', label: 'Demo key' };
const assistant: Drafter = { via: 'mcp', label: 'Claude' };
const owner = 'owner@larkspur.example';
const june = 'june@larkspur.example';
const { clientId: bakery, projectId: website } = exampleIds;
const succeeded = { outcome: 'succeeded', status: 204, response: null, reason: null } as const;

const dayMs = 86_400_000;
const timeZone = 'Europe/Berlin';
/** The date a number of days from the studio's today. */
const inDays = (days: number) => dateOf(new Date(Date.now() + days * dayMs), timeZone);

/** Plays the past of the demo workspace, from its first day to today. */
export async function furnish(studio: Studio): Promise<void> {
  await studio.actAs(owner);
  await settleIn(studio);
  const clients = await takeOnClients(studio);
  await finishCatalogue(studio, clients.potter);
  const { endpointId, firstInvoice } = await beginWebsite(studio);
  const concept = await offerExhibition(studio, clients.museum);
  await studio.timePasses('5 days');
  await acceptConcept(studio, concept);
  await studio.findsOverdue(inDays(-9));
  await studio.actAs(june);
  await studio.act('invoice.pay', firstInvoice, {
    amountCents: 250_000,
    on: inDays(-11),
    method: 'Bank transfer',
    reference: 'Harbour Bakery, part of INV-0003',
    note: 'Ada asked to pay the rest at the end of the month.',
  });
  await studio.actAs(owner);
  await studio.timePasses('5 days');
  await reviseWebsite(studio, endpointId);
  await leaveDrafts(studio, clients.potter);
  await takeInquiry(studio);
  await studio.endsJobs();
}

/** The settings, a second person, and the key that the assistant has. */
async function settleIn(studio: Studio): Promise<void> {
  await studio.act('workspace.set', '', {
    ai: true,
    timeZone,
    locale: 'en-US',
    legalName: 'Larkspur Studio GmbH',
    addressLines: 'Kastanienallee 14',
    postalCode: '10435',
    city: 'Berlin',
    country: 'DE',
    letterhead: 'Larkspur Studio GmbH\nKastanienallee 14\n10435 Berlin\nhello@larkspur.example',
    vatNumber: 'DE136695976',
    registrationNumber: 'Amtsgericht Charlottenburg, HRB 136695 B',
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    eInvoiceNetworkId: '9930:DE136695976',
    payLink: 'https://pay.larkspur.example/{number}?amount={amount}&currency={currency}',
    contactName: 'June Larkspur',
    contactEmail: 'hello@larkspur.example',
    contactPhone: '+49 30 1234567',
    paymentTermDays: 14,
    invoiceNotes: 'Thank you for working with us.',
    invoiceFooter:
      'Larkspur Studio GmbH · Berlin · hello@larkspur.example · Managing director: June Larkspur',
    terms:
      'Half is due on kick-off, the rest on delivery.\n\nWhat was agreed is in the scope above. Anything else is a change order, which both sides approve before work on it begins.\n\nAll rights pass to the client with the last payment.',
    intakeQuestions: [
      'Who is it for?',
      'What do they want to do?',
      'Which three sites do you like, and why?',
    ],
  });
  await studio.act('workspace.set-logo', '', { logo: join(import.meta.dirname, 'logo.svg') });
  await studio.act('member.add', '', { email: june, name: 'June Larkspur' });
  await studio.act('key.create', '', {
    label: assistant.label,
    scopes: ['write:projects', 'write:invoices'],
  });
}

async function takeOnClients(studio: Studio) {
  const add = async (input: object) => (await studio.drafts(integration, 'createClient', input)).client;
  const potter = await add({
    name: 'Ana Duarte',
    company: 'Duarte Ceramics',
    email: 'ana@duarte.example',
  });
  await studio.act('client.set', potter.id, {
    legalName: 'Cerámica Duarte S.L.',
    addressLines: 'Calle del Horno 8',
    postalCode: '41010',
    city: 'Sevilla',
    country: 'ES',
    vatNumber: 'ESB58378431',
    zeroTaxReason: 'reverse_charge',
    language: 'es',
    paymentTermDays: 30,
  });
  const museum = await add({ name: 'Museum of Rivers', email: 'exhibitions@museum.example' });
  await studio.act('client.set', museum.id, {
    legalName: 'Stiftung Museum der Flüsse',
    billingEmail: 'rechnungen@museum.example',
    contacts: [
      { name: 'Dr. Ilse Brandt', email: 'brandt@museum.example', phone: '+49 391 55501', role: 'approval' },
      { name: 'Kassenstelle', email: 'kasse@museum.example', role: 'billing' },
    ],
    addressLines: 'Am Alten Hafen 2',
    postalCode: '39104',
    city: 'Magdeburg',
    country: 'DE',
    language: 'de',
    buyerReference: '04011000-1234512345-06',
    eInvoiceFormat: 'xrechnung',
    eInvoiceNetworkId: '0204:04011000-1234512345-06',
  });
  await studio.timePasses('4 days');
  const { id } = await add({
    name: 'Harbour Bakery',
    company: 'Harbour Bakery',
    email: 'ada@harbour.example',
    notes: 'Pays late in December. Ada decides, Tom only forwards.',
  });
  await studio.renames(id, bakery);
  await studio.act('client.set', bakery, {
    contactName: 'Ada Marsh',
    legalName: 'Harbour Bakery GmbH',
    addressLines: 'Hafenstraße 3',
    postalCode: '20457',
    city: 'Hamburg',
    country: 'DE',
    language: 'en',
    vatNumber: 'DE811907980',
  });
  return { potter: potter.id, museum: museum.id };
}

/** A project from the scope, with a payment plan, to its delivery. The last part of its price isn't invoiced yet. */
async function finishCatalogue(studio: Studio, clientId: string): Promise<void> {
  const { project } = await studio.drafts(integration, 'createProject', {
    clientId,
    name: 'Spring catalogue',
    hourlyRateCents: 8000,
    budgetMinutes: 2400,
    intake: { 'Who is it for?': 'Shops that order for summer.', 'How many pieces?': '32, in five glazes.' },
  });
  const { id } = project;
  await studio.drafts(integration, 'draftScope', {
    id,
    deliverables: ['Catalogue of 24 pages', 'Photographs of 32 pieces', 'Price list'],
    revisionRounds: 2,
    timeline: 'Ready for the fair',
    priceCents: 360_000,
  });
  await studio.act('scope.plan', id, {
    parts: [
      { shareBps: 5000, due: 'approval' },
      { shareBps: 5000, due: 'delivery' },
    ],
  });
  await studio.timePasses('1 day');
  await studio.byClient('Ana Duarte');
  await studio.act('scope.approve', id, { by: 'Ana Duarte' });
  await studio.signs(id, 'Ana Duarte');
  await studio.actAs(owner);
  const [scope] = await studio.agreed(id);
  const { invoice } = await studio.act('project.invoice-agreed', id, { item: scope, part: 1 });
  const first = (invoice as { id: string }).id;
  // All that happens here moves into the past, but not the days in texts.
  const description = `50 % de Spring catalogue, según lo acordado el ${day(inDays(-27), 'es-ES')}`;
  await studio.act('invoice.edit', first, {
    lineItems: [{ description, unitPriceCents: 180_000 }],
    taxRateBps: 0,
    taxInclusive: false,
    dueDate: inDays(-20),
  });
  await studio.act('invoice.send', first);
  await studio.timePasses('2 days');
  await studio.views(first);
  await studio.timePasses('6 days');
  const transfer = { method: 'Bank transfer', reference: 'Duarte INV-0001' };
  await studio.act('invoice.pay', first, { on: inDays(-20), ...transfer });
  await studio.extends(
    id,
    {
      title: 'Four more pages',
      description: 'The studio and the kiln on two double pages, with six photographs more.',
      amountCents: 45_000,
      rounds: 1,
    },
    'Ana Duarte',
  );
  await studio.actAs(june);
  await studio.logs(id, 480, 'Photographs, day one');
  await studio.drafts(integration, 'logTime', { id, minutes: 390, description: 'Layout' });
  await studio.actAs(owner);
  const second = await bill(
    studio,
    id,
    {
      lineItems: [{ description: 'Four more pages', quantityHundredths: 400, unitPriceCents: 11_250 }],
      poNumber: 'DC-77',
      taxRateBps: 0,
    },
    12,
  );
  const [, pages] = await studio.agreed(id);
  await studio.act('invoice.assign', second, { item: pages });
  await studio.timePasses('1 day');
  await studio.views(second);
  await studio.act('invoice.credit', second, {
    reason: 'One of the four pages was not needed.',
    amountCents: 11_250,
    taxRateBps: 0,
  });
  await studio.act('project.set', id, { stage: 'delivered' });
}

/** Drafts and sends an invoice that is due the given number of days from today. Returns its id. */
async function bill(studio: Studio, projectId: string, input: object, dueInDays: number): Promise<string> {
  const { invoice } = await studio.drafts(integration, 'draftInvoice', {
    projectId,
    dueDate: inDays(dueInDays),
    ...input,
  });
  await studio.act('invoice.send', invoice.id);
  return invoice.id;
}

/** The project of the examples, up to its unpaid invoice. Returns the ids of the endpoint and of that invoice. */
async function beginWebsite(studio: Studio): Promise<{ endpointId: string; firstInvoice: string }> {
  const { project } = await studio.drafts(integration, 'createProject', {
    clientId: bakery,
    name: 'Website and online shop',
    hourlyRateCents: 9500,
    budgetMinutes: 4800,
    notes: 'They bake from three: no calls after two in the afternoon.',
    intake: { 'Who visits the site?': 'Regulars looking for opening hours, and offices ordering lunch.' },
  });
  await studio.renames(project.id, website);
  await studio.act('project.set', website, { stage: 'active' });
  const endpointId = await studio.listens('https://hooks.example.com/corkboard', [
    'invoice.sent',
    'invoice.viewed',
    'invoice.paid',
    'scope.approved',
    'revision.logged',
  ]);
  await studio.drafts(integration, 'draftScope', {
    id: website,
    deliverables: ['Home page', 'Shop with 25 products', 'Order emails'],
    revisionRounds: 2,
    timeline: 'Six weeks from kick-off',
    priceCents: 720_000,
  });
  await studio.timePasses('2 days');
  await studio.drafts(integration, 'draftScope', {
    id: website,
    deliverables: ['Home page', 'Shop with 40 products', 'Order emails'],
    priceCents: 840_000,
  });
  await studio.act('scope.send', website);
  await studio.act('portal.open', bakery);
  const first = await bill(
    studio,
    website,
    { amountCents: 420_000, notes: 'First half, on kick-off.', poNumber: 'PO-1184' },
    -10,
  );
  await studio.timePasses('5 hours');
  await studio.views(first);
  await studio.attempts(endpointId, { ...succeeded, durationMs: 84 });
  return { endpointId, firstInvoice: first };
}

/** A project with intake answers and no scope yet. Returns the id of the estimate that was sent for its concept. */
async function offerExhibition(studio: Studio, clientId: string): Promise<string> {
  const { project } = await studio.drafts(integration, 'createProject', {
    clientId,
    name: 'Exhibition identity',
    stage: 'scoping',
  });
  await studio.timePasses('1 day');
  await studio.byClient('Ruth Okafor');
  await studio.act('intake.submit', project.id, {
    answers: {
      'Who is it for?': 'Families on weekends, school classes during the week.',
      'What do they want to do?': 'Find the next room, and remember one thing about each river.',
      'Which three sites do you like, and why?': 'None comes to mind. We like the signs of the old harbour.',
    },
  });
  await studio.actAs(owner);
  await studio.drafts(integration, 'draftInvoice', {
    projectId: project.id,
    kind: 'estimate',
    lineItems: [
      { description: 'Poster series', quantityHundredths: 300, unitPriceCents: 65_000 },
      { description: 'Wayfinding, per room', quantityHundredths: 1250, unitPriceCents: 18_000 },
    ],
    discountCents: 20_000,
  });
  const { invoice: concept } = await studio.drafts(integration, 'draftInvoice', {
    projectId: project.id,
    kind: 'estimate',
    lineItems: [{ description: 'Concept with three directions', unitPriceCents: 240_000 }],
    dueDate: inDays(14),
  });
  await studio.act('invoice.send', concept.id);
  return concept.id;
}

/** The client accepts an estimate, which nobody has turned into an invoice yet. */
async function acceptConcept(studio: Studio, estimateId: string): Promise<void> {
  await studio.byClient('Ruth Okafor');
  await studio.accepts(estimateId, 'Ruth Okafor');
  await studio.actAs(owner);
}

/** The form for people who aren't clients yet, and what one of them sends. */
async function takeInquiry(studio: Studio): Promise<void> {
  const [when, budget] = ['When should it be done?', 'What budget do you have in mind?'];
  await studio.act('inquiry.set-form', '', {
    isOpen: true,
    introduction: 'We design identities and websites for people who make things. Tell us about yours.',
    questions: [when, budget],
  });
  await studio.asked(
    'Mira Holm',
    'mira@holm-cycles.example',
    'Holm Cycles',
    'We build cargo bikes and open a second workshop in spring. We need a website where people can book a test ride.',
    { [when]: 'By the end of March.', [budget]: 'About €6,000.' },
  );
}

/** Three rounds of changes. The receiver hears of the first, fails at the second, and is off at the third. */
async function reviseWebsite(studio: Studio, endpointId: string): Promise<void> {
  await studio.judged(website, 'Larger product photos and a calmer header.', integration, {
    verdict: 'in_scope',
    reason: 'It changes how the agreed home page and shop look, and adds nothing to them.',
  });
  await studio.attempts(endpointId, { ...succeeded, durationMs: 71 });
  await studio.logs(website, 150, 'Shop templates');
  await studio.timePasses('2 days');
  await studio.judged(website, 'Customers should also book a table.', assistant, {
    verdict: 'new_work',
    reason: 'Booking tables is none of the deliverables: the shop sells products.',
  });
  const down = {
    outcome: 'http_status',
    status: 503,
    durationMs: 122,
    response: 'Down for maintenance',
    reason: null,
  } as const;
  for (const delay of [...(await studio.retryDelays()), '3 hours']) {
    await studio.attempts(endpointId, down);
    await studio.timePasses(delay);
  }
  await studio.act('endpoint.disable', endpointId);
  await studio.timePasses('1 day');
  await studio.judged(website, 'The shop in two languages, like the menu.', assistant, {
    verdict: 'needs_question',
    reason: 'The menu has two languages, but the scope does not say how many the shop has.',
    question: 'Is it enough to translate the product names, or everything, the order emails too?',
  });
}

/** The drafts that an assistant prepared this morning, for a person to review. */
async function leaveDrafts(studio: Studio, potter: string): Promise<void> {
  await studio.timePasses('20 hours');
  await studio.drafts(assistant, 'createProject', { clientId: potter, name: 'Summer fair', stage: 'lead' });
  await studio.logs(website, 45, 'Call about photos', false);
  await studio.drafts(integration, 'addNote', {
    id: website,
    body: 'Prefers calls before eight: they bake.',
  });
  await studio.timePasses('3 hours');
  await studio.drafts(assistant, 'draftScope', {
    id: website,
    deliverables: ['Home page', 'Shop with 40 products', 'Order emails', 'Booking of tables'],
    timeline: 'Eight weeks from kick-off',
    priceCents: 990_000,
  });
  await studio.drafts(assistant, 'addNote', {
    id: website,
    body: 'Round 2 asks for bookings. I added them to the scope: 1,500 euros and two weeks more.',
  });
  await studio.timePasses('25 minutes');
  await studio.drafts(assistant, 'draftInvoice', {
    projectId: website,
    dueDate: inDays(14),
    lineItems: [
      { description: 'Website and shop, second half', unitPriceCents: 420_000 },
      {
        description: 'Two product photographs more, per hour',
        quantityHundredths: 250,
        unitPriceCents: 9_500,
      },
    ],
    poNumber: 'PO-1184',
    notes: 'Second half, on delivery. Thank you!',
  });
}
