import type { MailTexts } from '../../mailKind.ts';

export const texts: MailTexts = {
  en: {
    subject: 'Reminder: invoice {number} is overdue',
    text: 'Hello {client},\n\nThis is a reminder that the payment of {amount} for invoice {number} was due on {due}. You can view it here:\n{link}\n\nIf you have already paid it, please disregard this email.\n\nKind regards,\n{workspace}',
  },
  de: {
    subject: 'Zahlungserinnerung zur Rechnung {number}',
    text: 'Guten Tag {client},\n\nsicher haben Sie übersehen, dass der Betrag von {amount} zur Rechnung {number} am {due} fällig war. Sie können sie hier ansehen:\n{link}\n\nFalls Sie bereits bezahlt haben, betrachten Sie diese E-Mail bitte als gegenstandslos.\n\nMit freundlichen Grüßen\n{workspace}',
  },
  fr: {
    subject: 'Rappel : facture {number} en attente de règlement',
    text: 'Bonjour {client},\n\nSauf erreur de notre part, le montant de {amount} dû au titre de la facture {number}, échue le {due}, n’a pas encore été réglé. Vous pouvez la consulter ici :\n{link}\n\nSi vous l’avez réglé entre-temps, veuillez ne pas tenir compte de ce message.\n\nCordialement,\n{workspace}',
  },
  nl: {
    subject: 'Betalingsherinnering factuur {number}',
    text: 'Beste {client},\n\nWaarschijnlijk is het u ontgaan dat het bedrag van {amount} voor factuur {number} op {due} betaald had moeten zijn. U kunt de factuur hier bekijken:\n{link}\n\nHeeft u inmiddels betaald, dan kunt u deze e-mail als niet verzonden beschouwen.\n\nMet vriendelijke groet,\n{workspace}',
  },
  es: {
    subject: 'Recordatorio de pago: factura {number}',
    text: 'Hola, {client}:\n\nLe recordamos que el pago de {amount} de la factura {number} venció el {due}. Puede consultarla aquí:\n{link}\n\nSi ya ha realizado el pago, no tenga en cuenta este mensaje.\n\nUn cordial saludo,\n{workspace}',
  },
};
