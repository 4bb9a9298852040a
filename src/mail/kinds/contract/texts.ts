import type { MailTexts } from '../../mailKind.ts';

export const texts: MailTexts = {
  en: {
    subject: 'Contract for {project}',
    text: 'Hello {client},\n\nYou can read and sign the contract for {project} here:\n{link}\n\nKind regards,\n{workspace}',
  },
  de: {
    subject: 'Vertrag für {project}',
    text: 'Guten Tag {client},\n\nden Vertrag für {project} können Sie hier lesen und unterzeichnen:\n{link}\n\nMit freundlichen Grüßen\n{workspace}',
  },
  fr: {
    subject: 'Contrat pour {project}',
    text: 'Bonjour {client},\n\nVous pouvez lire et signer le contrat pour {project} à cette adresse :\n{link}\n\nCordialement,\n{workspace}',
  },
  nl: {
    subject: 'Overeenkomst voor {project}',
    text: 'Beste {client},\n\nHier kunt u de overeenkomst voor {project} lezen en ondertekenen:\n{link}\n\nMet vriendelijke groet,\n{workspace}',
  },
  es: {
    subject: 'Contrato de {project}',
    text: 'Hola, {client}:\n\nPuede leer y firmar el contrato de {project} aquí:\n{link}\n\nUn cordial saludo,\n{workspace}',
  },
};
