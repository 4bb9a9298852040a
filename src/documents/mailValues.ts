import type { MailText } from '../languages/en.ts';
import { catalogues } from '../languages/messages.ts';
import type { MailTemplate } from '../mail/mailKinds.ts';
import { agreedPrice, partiesOf, priceTaxOf } from './agreementView.ts';
import type { ChangeOrderShown } from './changeOrderView.ts';
import { dueCentsOf, type InvoiceDocument } from './invoiceDocument.ts';
import { sumsAfterPayment } from './invoiceView.ts';
import { localizerOf } from './localizer.ts';
import { filledMail } from './mailTexts.ts';
import type { ClientParties } from './partySnapshot.ts';

/** A workspace's own texts by template and language: `invoice de`. */
export type OwnMailTexts = Record<string, MailText>;

function textOf(template: MailTemplate, parties: ClientParties, own: OwnMailTexts): MailText {
  const { language } = parties;
  const { subject, text } = catalogues[language].mails[template];
  // There, German has no ß.
  const isSwiss = /-(?:CH|LI)$/.test(localizerOf(parties).locale);
  return own[`${template} ${language}`] ?? { subject, text: isSwiss ? text.replaceAll('ß', 'ss') : text };
}

const partyValues = ({ from, to, projectName }: ClientParties) => ({
  client: to.contactName ?? to.name,
  workspace: from.name,
  project: projectName,
});

/**
 * The email with which a person begins to send an invoice or estimate, or a reminder of it, in the client's language. The
 * amount of a reminder is what is due. Once something was paid, the email says what, and what is due, after the paragraph with
 * the amount.
 */
export function invoiceMail(
  template: 'invoice' | 'estimate' | 'reminder',
  document: InvoiceDocument,
  own: OwnMailTexts,
): MailText {
  const { number, totalCents, currency, dueDate, status } = document.invoice;
  const cents = template === 'reminder' ? dueCentsOf(document) : totalCents;
  const localizer = localizerOf(document);
  const { subject, text } = textOf(template, document, own);
  const sums = sumsAfterPayment(document, localizer).map(({ name, value }) => `${name}: ${value}`);
  return filledMail(
    { subject, text: sums.length === 0 ? text : withParagraph(text, sums.join('\n')) },
    {
      ...partyValues(document),
      number,
      amount: localizer.money(cents, currency),
      due: status === 'PAID' ? null : dueDate && localizer.day(dueDate),
    },
  );
}

/** The email with which a person begins to send a credit note; its title is the invoice that it corrects. */
export function creditNoteMail(document: InvoiceDocument, own: OwnMailTexts): MailText {
  const { number, totalCents, currency } = document.invoice;
  return filledMail(textOf('credit_note', document, own), {
    ...partyValues(document),
    number,
    title: document.corrects!.number,
    amount: localizerOf(document).money(totalCents, currency),
  });
}

/** A text with a paragraph after the one that names the amount, otherwise at its end. */
function withParagraph(text: string, paragraph: string): string {
  const paragraphs = text.split('\n\n');
  const at = paragraphs.findIndex(one => one.includes('{amount}'));
  return paragraphs.toSpliced(at < 0 ? paragraphs.length : at + 1, 0, paragraph).join('\n\n');
}

/** The email with which a person begins to send what needs no further values, such as a scope, in the client's language. */
export const partyMail = (template: MailTemplate, parties: ClientParties, own: OwnMailTexts): MailText =>
  filledMail(textOf(template, parties, own), partyValues(parties));

/** The email with which a person begins to send a change order, in the client's language. */
export function changeOrderMail(shown: ChangeOrderShown, own: OwnMailTexts): MailText {
  const { title, amountCents, currency } = shown.document;
  const parties = partiesOf(shown);
  return filledMail(textOf('change_order', parties, own), {
    ...partyValues(parties),
    title,
    amount: agreedPrice(amountCents, currency, priceTaxOf(parties), localizerOf(parties)),
  });
}
