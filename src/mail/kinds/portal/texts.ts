import type { MailTexts } from '../../mailKind.ts';

export const texts: MailTexts = {
  en: {
    subject: 'Your documents from {workspace}',
    text: 'Hello {client},\n\nHere you find everything in one place: what is waiting for you, your projects, all documents and a statement of your account:\n{link}\n\nKind regards,\n{workspace}',
  },
  de: {
    subject: 'Ihre Unterlagen von {workspace}',
    text: 'Guten Tag {client},\n\nhier finden Sie alles an einem Ort: was auf Sie wartet, Ihre Projekte, alle Dokumente und einen Kontoauszug:\n{link}\n\nMit freundlichen Grüßen\n{workspace}',
  },
  fr: {
    subject: 'Vos documents de {workspace}',
    text: 'Bonjour {client},\n\nVous trouverez ici, en un seul endroit, ce qui attend votre réponse, vos projets, tous les documents et votre relevé de compte :\n{link}\n\nCordialement,\n{workspace}',
  },
  nl: {
    subject: 'Uw documenten van {workspace}',
    text: 'Beste {client},\n\nHier vindt u alles bij elkaar: wat op u wacht, uw projecten, alle documenten en een rekeningoverzicht:\n{link}\n\nMet vriendelijke groet,\n{workspace}',
  },
  es: {
    subject: 'Sus documentos de {workspace}',
    text: 'Hola, {client}:\n\nAquí encontrará todo en un solo lugar: lo que espera su respuesta, sus proyectos, todos los documentos y su estado de cuenta:\n{link}\n\nUn cordial saludo,\n{workspace}',
  },
};
