import type { PageWithFiles } from './reports/files.ts';
import { hoursReport } from './reports/hours.ts';
import { moneyReport } from './reports/money.ts';
import { invoiceList, paymentList } from './reports/moneyRecords.ts';
import { receivablesReport } from './reports/receivables.ts';
import { roundList, roundsReport } from './reports/rounds.ts';
import { timeList } from './reports/timeRecords.ts';

/** The reports, and the lists of the records behind their figures. */
export const reports: readonly PageWithFiles[] = [
  moneyReport,
  receivablesReport,
  hoursReport,
  roundsReport,
  invoiceList,
  paymentList,
  timeList,
  roundList,
];
