import { cut } from '../vocabulary/cut.ts';
import type { mailTemplates } from '../vocabulary/documents.ts';
import { oneLine } from '../vocabulary/text.ts';
import type { Language } from './partySnapshot.ts';

export type MailTemplate = (typeof mailTemplates)[number];

/** The subject and text of an email. */
export interface MailText {
  subject: string;
  text: string;
}

/**
 * What may stand in braces in a text; corkboard.mail_placeholders has the same list. `{link}` stays until the email is sent.
 */
export const mailPlaceholders = [
  'client',
  'workspace',
  'project',
  'title',
  'number',
  'amount',
  'due',
] as const;
type MailValues = Partial<Record<(typeof mailPlaceholders)[number], string | null>>;

/** The texts with which emails to clients begin, in the language of the document. */
export const mailTexts: Record<Language, Record<MailTemplate, MailText>> = {
  en: {
    invoice: {
      subject: 'Invoice {number} from {workspace}',
      text: 'Hello {client},\n\nPlease find attached invoice {number} for {amount}. You can also view it online:\n{link}\n\nIt is due on {due}.\n\nKind regards,\n{workspace}',
    },
    estimate: {
      subject: 'Estimate {number} from {workspace}',
      text: 'Hello {client},\n\nPlease find attached estimate {number} for {amount}. You can view it online, and accept or decline it there:\n{link}\n\nIt is valid until {due}.\n\nKind regards,\n{workspace}',
    },
    scope: {
      subject: 'Scope of work for {project}',
      text: 'Hello {client},\n\nYou can review and approve the scope of work for {project} here:\n{link}\n\nKind regards,\n{workspace}',
    },
    contract: {
      subject: 'Contract for {project}',
      text: 'Hello {client},\n\nYou can read and sign the contract for {project} here:\n{link}\n\nKind regards,\n{workspace}',
    },
    reminder: {
      subject: 'Reminder: invoice {number} is overdue',
      text: 'Hello {client},\n\nThis is a reminder that the payment of {amount} for invoice {number} was due on {due}. You can view it here:\n{link}\n\nIf you have already paid it, please disregard this email.\n\nKind regards,\n{workspace}',
    },
    change_order: {
      subject: 'Change order for {project}: {title}',
      text: 'Hello {client},\n\nYou can read and approve the change order “{title}” for {project} ({amount}) here:\n{link}\n\nKind regards,\n{workspace}',
    },
    portal: {
      subject: 'Your documents from {workspace}',
      text: 'Hello {client},\n\nHere you find everything in one place: what is waiting for you, your projects, all documents and a statement of your account:\n{link}\n\nKind regards,\n{workspace}',
    },
  },
  de: {
    invoice: {
      subject: 'Rechnung {number} von {workspace}',
      text: 'Guten Tag {client},\n\nanbei erhalten Sie die Rechnung {number} über {amount}. Sie können sie auch online ansehen:\n{link}\n\nSie ist fällig am {due}.\n\nMit freundlichen Grüßen\n{workspace}',
    },
    estimate: {
      subject: 'Angebot {number} von {workspace}',
      text: 'Guten Tag {client},\n\nanbei erhalten Sie das Angebot {number} über {amount}. Sie können es online ansehen und dort annehmen oder ablehnen:\n{link}\n\nEs ist gültig bis {due}.\n\nMit freundlichen Grüßen\n{workspace}',
    },
    scope: {
      subject: 'Leistungsumfang für {project}',
      text: 'Guten Tag {client},\n\nden Leistungsumfang für {project} können Sie hier prüfen und freigeben:\n{link}\n\nMit freundlichen Grüßen\n{workspace}',
    },
    contract: {
      subject: 'Vertrag für {project}',
      text: 'Guten Tag {client},\n\nden Vertrag für {project} können Sie hier lesen und unterzeichnen:\n{link}\n\nMit freundlichen Grüßen\n{workspace}',
    },
    reminder: {
      subject: 'Zahlungserinnerung zur Rechnung {number}',
      text: 'Guten Tag {client},\n\nsicher haben Sie übersehen, dass der Betrag von {amount} zur Rechnung {number} am {due} fällig war. Sie können sie hier ansehen:\n{link}\n\nFalls Sie bereits bezahlt haben, betrachten Sie diese E-Mail bitte als gegenstandslos.\n\nMit freundlichen Grüßen\n{workspace}',
    },
    change_order: {
      subject: 'Nachtrag zu {project}: {title}',
      text: 'Guten Tag {client},\n\nden Nachtrag „{title}“ zu {project} ({amount}) können Sie hier lesen und freigeben:\n{link}\n\nMit freundlichen Grüßen\n{workspace}',
    },
    portal: {
      subject: 'Ihre Unterlagen von {workspace}',
      text: 'Guten Tag {client},\n\nhier finden Sie alles an einem Ort: was auf Sie wartet, Ihre Projekte, alle Dokumente und einen Kontoauszug:\n{link}\n\nMit freundlichen Grüßen\n{workspace}',
    },
  },
  fr: {
    invoice: {
      subject: 'Facture {number} de {workspace}',
      text: 'Bonjour {client},\n\nVeuillez trouver ci-joint la facture {number} d’un montant de {amount}. Vous pouvez également la consulter en ligne :\n{link}\n\nElle est à régler au plus tard le {due}.\n\nCordialement,\n{workspace}',
    },
    estimate: {
      subject: 'Devis {number} de {workspace}',
      text: 'Bonjour {client},\n\nVeuillez trouver ci-joint le devis {number} d’un montant de {amount}. Vous pouvez le consulter en ligne, et l’y accepter ou le refuser :\n{link}\n\nIl est valable jusqu’au {due}.\n\nCordialement,\n{workspace}',
    },
    scope: {
      subject: 'Périmètre du projet {project}',
      text: 'Bonjour {client},\n\nVous pouvez consulter et approuver le périmètre du projet {project} à cette adresse :\n{link}\n\nCordialement,\n{workspace}',
    },
    contract: {
      subject: 'Contrat pour {project}',
      text: 'Bonjour {client},\n\nVous pouvez lire et signer le contrat pour {project} à cette adresse :\n{link}\n\nCordialement,\n{workspace}',
    },
    reminder: {
      subject: 'Rappel : facture {number} en attente de règlement',
      text: 'Bonjour {client},\n\nSauf erreur de notre part, le montant de {amount} dû au titre de la facture {number}, échue le {due}, n’a pas encore été réglé. Vous pouvez la consulter ici :\n{link}\n\nSi vous l’avez réglé entre-temps, veuillez ne pas tenir compte de ce message.\n\nCordialement,\n{workspace}',
    },
    change_order: {
      subject: 'Avenant pour {project} : {title}',
      text: 'Bonjour {client},\n\nVous pouvez lire et approuver l’avenant « {title} » pour {project} ({amount}) à cette adresse :\n{link}\n\nCordialement,\n{workspace}',
    },
    portal: {
      subject: 'Vos documents de {workspace}',
      text: 'Bonjour {client},\n\nVous trouverez ici, en un seul endroit, ce qui attend votre réponse, vos projets, tous les documents et votre relevé de compte :\n{link}\n\nCordialement,\n{workspace}',
    },
  },
  nl: {
    invoice: {
      subject: 'Factuur {number} van {workspace}',
      text: 'Beste {client},\n\nIn de bijlage vindt u factuur {number} van {amount}. U kunt de factuur ook online bekijken:\n{link}\n\nDe uiterste betaaldatum is {due}.\n\nMet vriendelijke groet,\n{workspace}',
    },
    estimate: {
      subject: 'Offerte {number} van {workspace}',
      text: 'Beste {client},\n\nIn de bijlage vindt u offerte {number} van {amount}. U kunt de offerte online bekijken en daar accepteren of afwijzen:\n{link}\n\nDe offerte is geldig tot en met {due}.\n\nMet vriendelijke groet,\n{workspace}',
    },
    scope: {
      subject: 'Projectomschrijving van {project}',
      text: 'Beste {client},\n\nHier kunt u de projectomschrijving van {project} bekijken en goedkeuren:\n{link}\n\nMet vriendelijke groet,\n{workspace}',
    },
    contract: {
      subject: 'Overeenkomst voor {project}',
      text: 'Beste {client},\n\nHier kunt u de overeenkomst voor {project} lezen en ondertekenen:\n{link}\n\nMet vriendelijke groet,\n{workspace}',
    },
    reminder: {
      subject: 'Betalingsherinnering factuur {number}',
      text: 'Beste {client},\n\nWaarschijnlijk is het u ontgaan dat het bedrag van {amount} voor factuur {number} op {due} betaald had moeten zijn. U kunt de factuur hier bekijken:\n{link}\n\nHeeft u inmiddels betaald, dan kunt u deze e-mail als niet verzonden beschouwen.\n\nMet vriendelijke groet,\n{workspace}',
    },
    change_order: {
      subject: 'Meerwerkopdracht voor {project}: {title}',
      text: 'Beste {client},\n\nHier kunt u de meerwerkopdracht ‘{title}’ voor {project} ({amount}) lezen en goedkeuren:\n{link}\n\nMet vriendelijke groet,\n{workspace}',
    },
    portal: {
      subject: 'Uw documenten van {workspace}',
      text: 'Beste {client},\n\nHier vindt u alles bij elkaar: wat op u wacht, uw projecten, alle documenten en een rekeningoverzicht:\n{link}\n\nMet vriendelijke groet,\n{workspace}',
    },
  },
  es: {
    invoice: {
      subject: 'Factura {number} de {workspace}',
      text: 'Hola, {client}:\n\nLe enviamos adjunta la factura {number} por un importe de {amount}. También puede consultarla en línea:\n{link}\n\nVence el {due}.\n\nUn cordial saludo,\n{workspace}',
    },
    estimate: {
      subject: 'Presupuesto {number} de {workspace}',
      text: 'Hola, {client}:\n\nLe enviamos adjunto el presupuesto {number} por un importe de {amount}. Puede consultarlo en línea, y aceptarlo o rechazarlo allí:\n{link}\n\nEs válido hasta el {due}.\n\nUn cordial saludo,\n{workspace}',
    },
    scope: {
      subject: 'Alcance del proyecto {project}',
      text: 'Hola, {client}:\n\nPuede revisar y aprobar el alcance del proyecto {project} aquí:\n{link}\n\nUn cordial saludo,\n{workspace}',
    },
    contract: {
      subject: 'Contrato de {project}',
      text: 'Hola, {client}:\n\nPuede leer y firmar el contrato de {project} aquí:\n{link}\n\nUn cordial saludo,\n{workspace}',
    },
    reminder: {
      subject: 'Recordatorio de pago: factura {number}',
      text: 'Hola, {client}:\n\nLe recordamos que el pago de {amount} de la factura {number} venció el {due}. Puede consultarla aquí:\n{link}\n\nSi ya ha realizado el pago, no tenga en cuenta este mensaje.\n\nUn cordial saludo,\n{workspace}',
    },
    change_order: {
      subject: 'Orden de cambio de {project}: {title}',
      text: 'Hola, {client}:\n\nPuede leer y aprobar la orden de cambio «{title}» de {project} ({amount}) aquí:\n{link}\n\nUn cordial saludo,\n{workspace}',
    },
    portal: {
      subject: 'Sus documentos de {workspace}',
      text: 'Hola, {client}:\n\nAquí encontrará todo en un solo lugar: lo que espera su respuesta, sus proyectos, todos los documentos y su estado de cuenta:\n{link}\n\nUn cordial saludo,\n{workspace}',
    },
  },
};

/** The longest subject and text of an email, as sql/functions/document_mails/check_mail.sql has them. */
const mostCharacters = { subject: 200, text: 5_000 };

const placeholder = /\{(\w+)\}/g;

/** The rule that a subject or text breaks with a placeholder that isn't `known`; null if it has none. */
export function placeholderFault(text: string, known: readonly string[]): string | null {
  const isKnown = [...text.matchAll(placeholder)].every(([, name]) => known.includes(name!));
  return isKnown ? null : `must have no placeholders but ${known.map(name => `{${name}}`).join(', ')}`;
}

/** The rule that a typed subject or text breaks with a placeholder of `left`, which nothing fills in any more; null if it has none. */
export function leftPlaceholderFault(text: string, left: readonly string[]): string | null {
  const found = [...text.matchAll(placeholder)].find(([, name]) => left.includes(name!));
  return found
    ? `must have the value itself in place of ${found[0]}, which is only filled in in Settings`
    : null;
}

/**
 * A text with values in place of its placeholders. A line with a placeholder that has no value is left out: a document may
 * have no due date, and a scope has none. Other braces, and `{link}`, stay as they are.
 */
export function filledMail({ subject, text }: MailText, values: MailValues): MailText {
  const given = (name: string) =>
    mailPlaceholders.includes(name as keyof MailValues)
      ? (values[name as keyof MailValues] ?? null)
      : undefined;
  const isMissing = (line: string) =>
    [...line.matchAll(placeholder)].some(([, name]) => given(name!) === null);
  const filled = (line: string) =>
    line.replace(placeholder, (all, name) => (given(name) === undefined ? all : (given(name) ?? '')));
  const lines = text.split('\n');
  const kept = lines.filter(
    (line, at) => !isMissing(line) && !(line === '' && isMissing(lines[at - 1] ?? '')),
  );
  return {
    subject: cut(oneLine(filled(subject)), mostCharacters.subject),
    text: cut(kept.map(filled).join('\n'), mostCharacters.text),
  };
}
