import './otherLocale.ts';
import '../operations/listClients.test.ts';
