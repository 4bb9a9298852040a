/** The kinds of notifications that members can get by email (corkboard.notification_kinds), each with what happens. */
export const notificationKinds = {
  approved: 'A scope, change order or estimate is approved',
  declined: 'A client declines an estimate or change order, or asks for changes to a scope',
  signed: 'A contract is signed',
  intake_submitted: 'Intake questions are answered',
  inquiry: 'Someone sends an inquiry',
  viewed: 'A client opens an invoice or estimate for the first time',
  overdue: 'An invoice becomes overdue',
  paid: 'An invoice is paid',
} as const;

export type NotificationKind = keyof typeof notificationKinds;

/** The event, for the middle of a sentence. */
export const whenOf = (kind: NotificationKind): string =>
  notificationKinds[kind].replace(/^./, letter => letter.toLowerCase());
