import type { MailTexts } from '../../mailKind.ts';

export const texts: MailTexts = {
  en: {
    subject: 'Estimate {number} from {workspace}',
    text: 'Hello {client},\n\nPlease find attached estimate {number} for {amount}. You can view it online, and accept or decline it there:\n{link}\n\nIt is valid until {due}.\n\nKind regards,\n{workspace}',
  },
  de: {
    subject: 'Angebot {number} von {workspace}',
    text: 'Guten Tag {client},\n\nanbei erhalten Sie das Angebot {number} über {amount}. Sie können es online ansehen und dort annehmen oder ablehnen:\n{link}\n\nEs ist gültig bis {due}.\n\nMit freundlichen Grüßen\n{workspace}',
  },
  fr: {
    subject: 'Devis {number} de {workspace}',
    text: 'Bonjour {client},\n\nVeuillez trouver ci-joint le devis {number} d’un montant de {amount}. Vous pouvez le consulter en ligne, et l’y accepter ou le refuser :\n{link}\n\nIl est valable jusqu’au {due}.\n\nCordialement,\n{workspace}',
  },
  nl: {
    subject: 'Offerte {number} van {workspace}',
    text: 'Beste {client},\n\nIn de bijlage vindt u offerte {number} van {amount}. U kunt de offerte online bekijken en daar accepteren of afwijzen:\n{link}\n\nDe offerte is geldig tot en met {due}.\n\nMet vriendelijke groet,\n{workspace}',
  },
  es: {
    subject: 'Presupuesto {number} de {workspace}',
    text: 'Hola, {client}:\n\nLe enviamos adjunto el presupuesto {number} por un importe de {amount}. Puede consultarlo en línea, y aceptarlo o rechazarlo allí:\n{link}\n\nEs válido hasta el {due}.\n\nUn cordial saludo,\n{workspace}',
  },
};
