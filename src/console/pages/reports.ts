import type { Page } from '../page/page.ts';
import type { ReportFile } from './reports/files.ts';
import { moneyByClientFile, moneyFile, moneyReport } from './reports/money.ts';
import { invoiceRecordsPage, moneyRecordFiles, paymentRecordsPage } from './reports/moneyRecords.ts';
import { receivablesFile, receivablesReport } from './reports/receivables.ts';

/** The reports, and the lists of the records behind their figures. */
export const reportPages: readonly Page[] = [
  moneyReport,
  receivablesReport,
  invoiceRecordsPage,
  paymentRecordsPage,
];

/** The CSV files of these pages. */
export const reportFiles: readonly ReportFile[] = [
  moneyFile,
  moneyByClientFile,
  receivablesFile,
  ...moneyRecordFiles,
];
