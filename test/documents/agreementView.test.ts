import test from 'ava';
import {
  type AgreementView,
  type ContractDocument,
  contractPdfView,
  contractView,
  type ScopeDocument,
  scopeView,
} from '../../src/documents/agreementView.ts';
import type { Sender } from '../../src/documents/partySnapshot.ts';
import type { Language } from '../../src/vocabulary/documents.ts';
import { recipient, sender, storedParties } from '../support/invoiceDocuments.ts';

const work = {
  ...{ deliverables: ['Home page'], revisionRounds: 2, timeline: null, priceCents: 840_000 },
  ...{ hourlyRateCents: null, currency: 'EUR' },
};

const scopeOf = (fields: Partial<ScopeDocument> = {}, from: Partial<Sender> = {}): AgreementView =>
  scopeView({
    ...work,
    ...{ projectName: 'New site', language: 'en', zeroTaxReason: null, version: 3 },
    ...{ approvedAt: null, approvedBy: null, recordedBy: null },
    ...{ from: sender({ legalName: 'Larkspur GmbH', country: 'DE', ...from }), to: recipient() },
    ...fields,
  });

/** The facts of a view by name. */
const named = (facts: { name: string; value: string }[]) =>
  Object.fromEntries(facts.map(({ name, value }) => [name, value.replace(/[\u00a0\u202f]/g, ' ')]));

test('a price says whether tax comes on top of it, in the client’s language', t => {
  const price = (
    language: Language,
    from: Partial<Sender>,
    zeroTaxReason: ScopeDocument['zeroTaxReason'] = null,
  ) => named(scopeOf({ language, zeroTaxReason }, { locale: language, ...from }).agreed);
  const added = { taxRateBps: 1900, pricesIncludeTax: false };
  const included = { taxRateBps: 1900, pricesIncludeTax: true };
  t.is(price('en', added).Price, '€8,400.00 plus VAT');
  t.is(price('nl', included).Prijs, '€ 8.400,00 inclusief btw');
  t.is(price('en', { ...added, country: 'US' }).Price, '€8,400.00 plus sales tax');
  t.is(price('de', added, 'reverse_charge').Preis, '8.400,00 €, ohne Umsatzsteuer (Reverse Charge)');
  t.is(price('en', added, 'exempt').Price, '€8,400.00 plus VAT', 'the reason is that of single lines');
  t.is(
    price('en', { taxRateBps: 0 }, 'small_business').Price,
    '€8,400.00, no VAT is charged (small business)',
  );
  t.is(price('en', { taxRateBps: 0 }).Price, '€8,400.00');
});

test('an approval and a signature say who gave them, when and how', t => {
  t.is(scopeOf().signature, null);
  const at = { approvedAt: '2026-11-28T09:05:00.000Z', approvedBy: 'Ada Marsh' };
  t.deepEqual(named(scopeOf({ ...at, language: 'fr' }, { locale: 'fr-FR' }).signature!.facts), {
    'Approuvé par': 'Ada Marsh',
    'Approuvé le': '28 novembre 2026, 09:05 UTC',
    'Mode de consentement': 'Saisie du nom sur la page ouverte par le lien du client',
  });
  const notice = (recordedBy: string | null) => scopeOf({ ...at, recordedBy }).signature!.notice;
  t.is(notice(null), 'Approved by Ada Marsh, November 28, 2026, 9:05 AM UTC.');
  t.regex(notice('operator'), /^Approved\. Recorded by the operator for Ada Marsh, /);
  t.deepEqual(named(scopeOf({ ...at, recordedBy: 'owner@studio.example' }).signature!.facts), {
    'Approved for': 'Ada Marsh',
    'Approved at': 'November 28, 2026, 9:05 AM UTC',
    'How it was given': 'Recorded by owner@studio.example',
  });
});

test('a contract names parties without an address by their texts', t => {
  const document: ContractDocument = {
    ...{ ...storedParties, ...work, changeOrders: [] },
    ...{ workspaceName: 'Larkspur', letterhead: 'Larkspur\n1 Quay', clientName: 'Ada', contactName: null },
    ...{ company: 'Harbour Bakery', address: '2 Hill', projectName: 'New site', scopeVersion: 1 },
    ...{ terms: 'Pay in 14 days.', hourlyRateCents: 9500 },
  };
  const signedAt = '2026-11-28T09:05:00.000Z';
  const view = contractView({
    ...{ document, sha256: 'c8d350', signedAt, signedBy: null, recordedBy: 'operator' },
    ...{ locale: 'en-US', timeZone: 'UTC' },
  });
  t.deepEqual(view.from, { label: 'Provider', lines: ['Larkspur', '1 Quay'] });
  t.deepEqual(view.to, { label: 'Client', lines: ['Harbour Bakery', 'Ada', '2 Hill'] });
  t.deepEqual(named(view.agreed), { 'Revision rounds': '2', Price: '€8,400.00', 'Hourly rate': '€95.00' });
  t.deepEqual(view.terms, { heading: 'Terms', text: 'Pay in 14 days.' });
  t.deepEqual(named(view.signature!.facts), {
    'Signed at': 'November 28, 2026, 9:05 AM UTC',
    'How it was given': 'Recorded by the operator',
    'SHA-256 of the contract': 'c8d350',
  });
});

test('a PDF prints the text of change orders up to a length, and says what it leaves out', t => {
  const order = { title: 'More', amountCents: 100, currency: 'EUR', rounds: 0, approvedAt: '2026-11-01' };
  const orders = (count: number, letters: number) => {
    const changeOrders = Array.from({ length: count }, () => ({
      ...order,
      description: 'x'.repeat(letters),
    }));
    const document = {
      ...{ ...work, ...storedParties, scopeVersion: 1 },
      ...{ terms: null, hourlyRateCents: null, changeOrders },
    };
    const unsigned = { sha256: '', signedAt: null, signedBy: null, recordedBy: null };
    const shown = { document, ...unsigned, locale: 'en-US', timeZone: 'UTC' };
    const { items, remark } = contractPdfView(shown).changeOrders!;
    t.is(contractView(shown).changeOrders!.items.at(-1)!.text?.length, letters, 'the page shows all');
    return [items.length, items.filter(({ text }) => text !== null).length, remark];
  };
  t.deepEqual(orders(40, 5_000), [40, 40, null]);
  const shortened = 'The text of 1 more change order isn’t printed here: each has a document of its own.';
  t.deepEqual(orders(41, 5_000), [41, 40, shortened]);
  t.deepEqual(orders(1_002, 1), [1_000, 1_000, '2 further change orders aren’t listed here.']);
});
