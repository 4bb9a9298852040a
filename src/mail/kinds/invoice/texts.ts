import type { MailTexts } from '../../mailKind.ts';

export const texts: MailTexts = {
  en: {
    subject: 'Invoice {number} from {workspace}',
    text: 'Hello {client},\n\nPlease find attached invoice {number} for {amount}. You can also view it online:\n{link}\n\nIt is due on {due}.\n\nKind regards,\n{workspace}',
  },
  de: {
    subject: 'Rechnung {number} von {workspace}',
    text: 'Guten Tag {client},\n\nanbei erhalten Sie die Rechnung {number} über {amount}. Sie können sie auch online ansehen:\n{link}\n\nSie ist fällig am {due}.\n\nMit freundlichen Grüßen\n{workspace}',
  },
  fr: {
    subject: 'Facture {number} de {workspace}',
    text: 'Bonjour {client},\n\nVeuillez trouver ci-joint la facture {number} d’un montant de {amount}. Vous pouvez également la consulter en ligne :\n{link}\n\nElle est à régler au plus tard le {due}.\n\nCordialement,\n{workspace}',
  },
  nl: {
    subject: 'Factuur {number} van {workspace}',
    text: 'Beste {client},\n\nIn de bijlage vindt u factuur {number} van {amount}. U kunt de factuur ook online bekijken:\n{link}\n\nDe uiterste betaaldatum is {due}.\n\nMet vriendelijke groet,\n{workspace}',
  },
  es: {
    subject: 'Factura {number} de {workspace}',
    text: 'Hola, {client}:\n\nLe enviamos adjunta la factura {number} por un importe de {amount}. También puede consultarla en línea:\n{link}\n\nVence el {due}.\n\nUn cordial saludo,\n{workspace}',
  },
};
