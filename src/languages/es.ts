import type { Catalogue } from './en.ts';

export const es: Catalogue = {
  title: '{kind, select, estimate {Presupuesto} other {Factura}}',
  reminderTitle: 'Recordatorio de pago: {title}',
  scopeTitle: 'Alcance del trabajo',
  contractTitle: 'Contrato',
  changeOrderTitle: 'Orden de cambio',
  titleFrom: '{title} de {sender}',
  print: 'Imprimir',
  downloadPdf: 'Descargar PDF',
  downloadXml: 'Descargar factura electrónica (XML)',
  scopeVersion: 'Versión del alcance',
  scopeFrom: 'Alcance de {project}, de {sender}',
  contractFrom: 'Contrato de {project}, de {sender}',
  changeOrderFrom: 'Orden de cambio de {project}, de {sender}',
  draft: 'Borrador',
  pageOf: 'Página {page} de {pages}',
  from: 'De',
  to: 'Para',
  provider: 'Proveedor',
  client: 'Cliente',

  invoiceDate: 'Fecha de factura',
  date: 'Fecha',
  supplyDate: 'Fecha de la prestación',
  supplyPeriod: 'Periodo de la prestación',
  dueDate: 'Vencimiento',
  validUntil: 'Válido hasta',
  paymentTerms: 'Condiciones',
  payableWithin: '{days, plural, =0 {Al contado} one {En # día} other {En # días}}',
  order: 'Su pedido',
  buyerReference: 'Su referencia',
  project: 'Proyecto',
  version: 'Versión',

  vatNumber: '{kind, select, vat {NIF-IVA} gst {N.º de GST} other {N.º de identificación fiscal}}: {number}',
  taxNumber: '{country, select, ES {NIF} other {N.º de identificación fiscal}}: {number}',
  registrationNumber: 'N.º de registro: {number}',

  description: 'Concepto',
  quantity: 'Cantidad',
  unitPrice: 'Precio unitario',
  netUnitPrice: 'Precio unitario sin impuestos',
  amount: 'Importe',
  net: 'Importe neto',
  hours: '{count, plural, one {{number} hora} other {{number} horas}}',
  days: '{count, plural, one {{number} día} other {{number} días}}',
  pieces: '{count, plural, one {{number} unidad} other {{number} unidades}}',
  flat: '{count, plural, =1 {tarifa fija} other {{number} × tarifa fija}}',

  subtotal: 'Subtotal',
  discount: 'Descuento',
  discountWithTax: 'Descuento ({amount} con {tax} incluido)',
  netTotal: 'Base imponible',
  taxName: '{kind, select, vat {IVA} gst {GST} salesTax {Impuesto sobre las ventas} other {Impuesto}}',
  taxInText: '{kind, select, vat {IVA} gst {GST} salesTax {impuesto sobre las ventas} other {impuesto}}',
  taxAtRate: '{tax} {rate} sobre {net}',
  reason:
    '{reason, select, small_business {pequeña empresa} reverse_charge {inversión del sujeto pasivo} services_outside_eu {no sujeto} export {exportación} zero_rated {tipo cero} other {exento}}',
  taxInCurrency: '{tax} en la moneda del vendedor: {amount} ({rate})',
  totalTax: 'Total {tax}',
  total: 'Total',
  lateFee: 'Recargo por demora',
  lateFeeOn: 'Recargo por demora del {date}',
  totalWithLateFee: 'Total con recargo',
  paidSoFar: 'Pagado hasta ahora, último pago el {date}',
  amountDue: 'Importe a pagar',
  amountDueBy: 'Importe a pagar hasta el {date}',

  small_business:
    '{country, select, DE {Sin IVA según el § 19 de la ley alemana del IVA (pequeña empresa).} other {Operación sin {tax}: el proveedor está exento como pequeña empresa.}}',
  reverse_charge: 'Inversión del sujeto pasivo: el destinatario liquida el {tax}.',
  services_outside_eu:
    '{country, select, ES {Operación no sujeta a IVA: el servicio se presta fuera de la Unión Europea (art. 69 de la Ley 37/1992, art. 44 de la Directiva 2006/112/CE).} other {Operación no sujeta a {tax}: el servicio se presta fuera de la Unión Europea (art. 44 de la Directiva 2006/112/CE).}}',
  export: 'Exportación: operación sin {tax}.',
  exempt: 'Operación exenta de {tax}.',
  zero_rated: '{tax} al tipo cero.',

  payment: 'Forma de pago',
  accountHolder: 'Titular de la cuenta',
  bankDetails: 'Datos bancarios',
  paymentReference: 'Referencia',
  qrCaption: 'Escanee con la aplicación de su banco para pagar',
  payOnline: 'Pagar en línea',

  paidOn: 'Pagada el {date}',
  voidSince: 'Anulado el {date}',
  acceptedOn: 'Aceptado el {date}',
  declinedOn: 'Rechazado el {date}',
  withdrawnOn: 'Retirado el {date}',
  expired: 'Ya no es válido',

  deliverables: 'Entregables',
  toBeAgreed: 'Por acordar.',
  revisionRounds: 'Rondas de revisión',
  timeline: 'Calendario',
  price: 'Precio',
  hourlyRate: 'Tarifa por hora',
  changeOrders: 'Órdenes de cambio aprobadas',
  changeOrdersShortened:
    'El texto de {count, plural, one {# orden de cambio más} other {# órdenes de cambio más}} no se imprime aquí: cada una tiene su propio documento.',
  changeOrdersOmitted:
    '{count, plural, one {# orden de cambio más no figura} other {# órdenes de cambio más no figuran}} aquí.',
  addedRounds: 'Rondas de revisión adicionales',
  moreRounds: '{count, plural, one {# ronda de revisión adicional} other {# rondas de revisión adicionales}}',
  plusTax: '{amount} más {tax}',
  withTax: '{amount}, {tax} incluido',
  withoutTax: '{amount}, sin {tax} ({reason})',
  contractTerms: 'Condiciones',
  signature: '{kind, select, scope {Aprobación} estimate {Aceptación} other {Firma}}',
  signedBy: '{kind, select, scope {Aprobado por} estimate {Aceptado por} other {Firmado por}}',
  signedFor:
    '{kind, select, scope {Aprobado en nombre de} estimate {Aceptado en nombre de} other {Firmado en nombre de}}',
  signedAt: '{kind, select, scope {Aprobado el} estimate {Aceptado el} other {Firmado el}}',
  agreedBy:
    '{kind, select, scope {Aprobado} estimate {Aceptado} declined {Rechazado} other {Firmado}} por {name}, {at}.',
  agreedFor:
    '{kind, select, scope {Aprobado} estimate {Aceptado} declined {Rechazado} other {Firmado}}. Registro por {recorder}{isNamed, select, true { en nombre de {name}} other {}}, {at}.',
  signedHow: 'Forma del consentimiento',
  typedName: 'Introduciendo el nombre en la página del enlace del cliente',
  recordedBy: 'Registro por {recorder}',
  operator: 'el operador',
  signedText:
    '{kind, select, estimate {SHA-256 del presupuesto} scope {SHA-256 de la orden de cambio} other {SHA-256 del contrato}}',

  statementTitle: 'Estado de cuenta',
  period: 'Periodo',
  openingBalance: 'Saldo inicial',
  balance: 'Saldo',
  periodInvoiced: 'Facturado en este periodo',
  periodPaid: 'Pagado en este periodo',
  closingBalance: 'Saldo final',
  statementEntry:
    '{kind, select, invoice {Factura {number}} late_fee {Recargo por demora de {number}} void {Anulación de {number}} removed_payment {Anulación del pago de {number}} other {Pago de {number}}}',
  addedEntry: '{entry} (registrado después)',
  addedEntries:
    'Registrado después de nuestro correo del {day} en días anteriores: {count, plural, one {un movimiento} other {{count, number} movimientos}}, en total {amount}.',
  inCurrency: 'En {currency}',
  noEntries: 'No se facturó ni se pagó nada en este periodo.',
  tooManyEntries:
    'Este periodo tiene {count, number} movimientos, más de los que muestra un estado de cuenta. Elija uno más corto para verlos.',

  mails: {
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
