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
  paymentTerms: 'Plazo de pago',
  payableWithin: '{days, plural, =0 {Al contado} one {# día} other {# días}}',
  order: 'Su pedido',
  buyerReference: 'Su referencia',
  project: 'Proyecto',
  version: 'Versión',

  vatNumber:
    '{kind, select, vat {{country, select, AR {CUIT} CL {RUT} CO {NIT} MX {RFC} PE {RUC} other {NIF-IVA}}} gst {N.º de GST} other {N.º de identificación fiscal}}: {number}',
  taxNumber: '{country, select, ES {NIF} other {N.º de identificación fiscal}}: {number}',
  registrationNumber: 'N.º de registro: {number}',

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
  discountWithTax: 'Descuento ({amount}, {tax} incluido)',
  netTotal: 'Base imponible',
  taxName: '{kind, select, vat {IVA} gst {GST} salesTax {Impuesto sobre las ventas} other {Impuesto}}',
  taxInText: '{kind, select, vat {IVA} gst {GST} salesTax {impuesto sobre las ventas} other {impuesto}}',
  taxAtRate: '{tax} {rate} sobre {net}',
  reason:
    '{reason, select, small_business {pequeña empresa} reverse_charge {inversión del sujeto pasivo} services_outside_eu {no sujeto} export {exportación} zero_rated {tipo cero} other {exento}}',
  taxInCurrency: '{tax} en la moneda del proveedor: {amount} ({rate})',
  totalTax: 'Total {tax}',
  total: 'Total',
  lateFee: 'Recargo por demora',
  lateFeeOn: 'Recargo por demora del {date}',
  totalWithLateFee: 'Total con recargo',
  paidSoFar: 'Pagado hasta ahora, último pago el {date}',
  amountDue: 'Importe a pagar',
  amountDueBy: 'Importe a pagar hasta el {date}',

  small_business:
    '{country, select, DE {Exento de IVA según el § 19 de la ley alemana del IVA (pequeña empresa).} other {Operación sin {tax}: el proveedor está exento como pequeña empresa.}}',
  reverse_charge: 'Inversión del sujeto pasivo: el destinatario liquida el {tax}.',
  services_outside_eu:
    '{country, select, ES {Operación no sujeta a IVA: el servicio se presta fuera de la Unión Europea (art. 69 de la Ley 37/1992, art. 44 de la Directiva 2006/112/CE).} other {Operación no sujeta a {tax}: el servicio se presta fuera de la Unión Europea (art. 44 de la Directiva 2006/112/CE).}}',
  export: 'Exportación: operación exenta de {tax}.',
  exempt: 'Operación exenta de {tax}.',
  zero_rated: '{tax} al tipo cero.',

  payment: 'Forma de pago',
  accountHolder: 'Titular de la cuenta',
  bankDetails: 'Datos bancarios',
  paymentReference: 'Referencia',
  qrCaption: 'Escanee con la aplicación de su banco para pagar',
  payOnline: 'Pagar en línea',

  paidOn: 'Pagada el {date}',
  voidSince: '{kind, select, estimate {Anulado} other {Anulada}} el {date}',
  acceptedOn: 'Aceptado el {date}',
  declinedOn: '{kind, select, estimate {Rechazado} other {Rechazada}} el {date}',
  withdrawnOn: 'Retirada el {date}',
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
  agreedLine:
    '{part, select, whole {{item}} share {{share} de {item}} rest {Resto de {item}} other {Parte de {item}}}, según lo acordado el {date}',
  agreedTotal: '{item}, acuerdo del {date}: {amount}',
  invoicedBefore: 'Facturado anteriormente:',
  contractTerms: 'Condiciones',
  signature: '{kind, select, scope {Aprobación} estimate {Aceptación} other {Firma}}',
  signedBy: '{kind, select, scope {Aprobado por} estimate {Aceptado por} other {Firmado por}}',
  signedFor:
    '{kind, select, scope {Aprobado en nombre de} estimate {Aceptado en nombre de} other {Firmado en nombre de}}',
  signedAt: '{kind, select, scope {Aprobado el} estimate {Aceptado el} other {Firmado el}}',
  agreedBy:
    '{kind, select, scope {Aprobado} estimate {Aceptado} declined {Rechazado} other {Firmado}} por {name}, {at}.',
  agreedFor:
    '{kind, select, scope {Aprobado} estimate {Aceptado} declined {Rechazado} other {Firmado}}. Registrado por {recorder}{isNamed, select, true { en nombre de {name}} other {}}, {at}.',
  signedHow: 'Forma de consentimiento',
  typedName: 'Introduciendo el nombre en la página del enlace del cliente',
  recordedBy: 'Registrado por {recorder}',
  operator: 'el operador',
  memberOf: '{member} de {workspace}',
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

  skip: 'Ir al contenido',
  optional: '(opcional)',
  notSaved: 'No se ha guardado. Corrija los campos indicados.',
  notDone: 'No se ha podido completar',
  typedText: 'Esto es lo que escribió. No se ha guardado:',
  fieldRule: 'El campo «{label}» {rule}.',
  refused: 'Ya no es posible. Vuelva a cargar la página para ver qué ha cambiado.',
  unreadable: 'No se ha recibido una parte del formulario. Vuelva a cargar la página y envíelo de nuevo.',
  pages: 'Páginas',
  previousPage: 'Anterior',
  nextPage: 'Siguiente',
  yourName: 'Su nombre',
  recordKept: 'Conservamos también la fecha y la hora, su dirección IP y su navegador.',

  scopeInPreparation: 'Este alcance aún se está preparando. Vuelva a consultarlo más tarde.',
  contractInPreparation: 'Este contrato aún se está preparando. Vuelva a consultarlo más tarde.',
  contractNeedsScope: 'Podrá firmar este contrato aquí cuando se haya aprobado el alcance.',
  approveScope: 'Aprobar el alcance',
  signContract: 'Firmar el contrato',
  approveChangeOrder: 'Aprobar la orden de cambio',
  declineChangeOrder: 'Rechazar la orden de cambio',
  acceptEstimate: 'Aceptar el presupuesto',
  declineEstimate: 'Rechazar el presupuesto',
  declineReason: 'Motivo',
  declineHint: '¿Qué debería cambiar?',
  givenReason: 'Motivo: {reason}',
  requestChanges: 'Solicitar cambios',
  changes: 'Cambios',
  changesHint: '¿Qué debería cambiar antes de que apruebe este alcance?',
  changesRequested: 'Cambios solicitados por {name}, {at}: {text}',
  changeOrderWithdrawn: 'Esta orden de cambio se retiró, {at}.',
  estimateExpired:
    'Este presupuesto era válido hasta el {date}, por lo que ya no se puede aceptar. Todavía puede rechazarlo o pedir uno nuevo a {sender}.',

  intakeTitle: 'Preguntas sobre {project}',
  intakeFrom: 'Preguntas sobre {project}, de {sender}',
  intakeIntroduction: '{sender} quiere saber más sobre su proyecto.',
  intakeHint: 'Responda a las preguntas que desee. Solo puede enviar sus respuestas una vez.',
  intakeQuestion: '¿De qué trata el proyecto y qué debe lograr?',
  answers: 'Respuestas',
  submitAnswers: 'Enviar las respuestas',
  intakeReceived: 'Gracias. Recibimos sus respuestas el {at}.',
  intakeRecorded: 'Sus respuestas fueron registradas por {recorder}, {at}.',

  portalTitle: '{client}: documentos de {sender}',
  portalFor: 'Para {client}',
  waiting: 'Pendiente de usted',
  nothingWaiting: 'No tiene nada pendiente.',
  asked:
    '{kind, select, scope {Aprobar el alcance: {name}} contract {Firmar el contrato: {name}} estimate {Responder al presupuesto {name}} change_order {Aprobar la orden de cambio: {name}} other {Pagar la factura {name}}}',
  withAnyTax: 'Los importes incluyen los impuestos que correspondan.',
  firstOfAll: 'Estos son los {shown, number} primeros de {count, number}.',
  newestOfAll: 'Estos son los {shown, number} más recientes de {count, number}.',
  paidAndDue: '{paid} pagados, {due} pendientes',
  waitingUntil: '{kind, select, invoice {vence el {date}} other {válido hasta el {date}}}',
  overdue: 'Vencida',
  projects: 'Proyectos',
  projectState:
    '{state, select, lead {En conversaciones} scoping {Acordando el alcance} active {En curso} delivered {Entregado} paid {Entregado y pagado} paused {En pausa} other {Finalizado}}',
  scopeState:
    '{state, select, approved {El alcance está aprobado.} waiting {El alcance está pendiente de su aprobación.} other {Se está preparando una actualización del alcance.}}',
  contractState:
    '{state, select, signed {El contrato está firmado.} other {El contrato está pendiente de su firma.}}',
  documents: 'Documentos',
  noDocuments: 'Todavía no hay documentos.',
  document: 'Documento',
  amountWithTax: 'Importe con impuestos',
  status: 'Estado',
  file: 'Archivo',
  pdfOf: 'PDF: {title}, {project}',
  documentName:
    '{kind, select, scope {Alcance} contract {Contrato} change_order {{isNamed, select, true {Orden de cambio: {name}} other {Orden de cambio}}} estimate {Presupuesto {name}} other {Factura {name}}}',
  documentState:
    '{state, select, signed {Firmado} approved {{kind, select, change_order {Aprobada} other {Aprobado}}} void {{kind, select, estimate {Anulado} other {Anulada}}} paid {Pagada} overdue {Vencida} open {Pendiente} accepted {Aceptado} declined {Rechazado} other {Enviado}}',
  yourAccount: 'Su cuenta',
  accountText: 'Todas las facturas y todos los pagos, con el saldo.',
  openStatement: 'Abrir el estado de cuenta',

  breadcrumbs: 'Ruta de navegación',
  allDocuments: 'Todos los documentos',
  periodFrom: 'Desde',
  periodUntil: 'Hasta',
  showPeriod: 'Mostrar el periodo',
  thisYear: 'Este año',
  lastYear: 'El año pasado',

  inquiryTo: 'Consulta a {sender}',
  yourEmail: 'Su correo electrónico',
  company: 'Empresa',
  yourMessage: 'Su mensaje',
  messageHint: '¿De qué trata su proyecto?',
  leaveBlank: 'Deje esto en blanco',
  sendInquiry: 'Enviar la consulta',
  inquiryKept:
    '{sender} recibe lo que escriba, con la fecha y la hora, su dirección IP y el nombre de su navegador.',
  inquiryReceived: 'Gracias. {sender} ha recibido su consulta.',
  anotherInquiry: 'Enviar otra consulta',

  unsubscribe: '¿Dejar de recibir estos correos?',
  unsubscribeText: 'Corkboard le envía un correo cuando, en el espacio de trabajo {workspace}, {event}.',
  unsubscribeNow: 'Dejar de recibirlos',
  unsubscribed: 'Correos cancelados',
  unsubscribedText: 'Corkboard ya no le envía correos cuando, en el espacio de trabajo {workspace}, {event}.',
  notifiedWhen:
    '{kind, select, approved {se aprueba un alcance, una orden de cambio o un presupuesto} declined {un cliente rechaza un presupuesto o una orden de cambio, o solicita cambios en un alcance} signed {se firma un contrato} intake_submitted {se responden las preguntas de un proyecto} inquiry {llega una consulta} viewed {un cliente abre una factura o un presupuesto por primera vez} overdue {vence una factura} other {se paga una factura}}',
  notificationsAgain: 'Para volver a recibirlos, elija sus notificaciones por correo.',
  goHome: 'Ir al inicio',

  declarations: {
    scope:
      'Al introducir su nombre, usted aprueba este alcance en nombre del cliente indicado arriba. La aprobación es vinculante. Conservamos la fecha y la hora.',
    contract:
      'Al introducir su nombre, usted firma este contrato en nombre del cliente indicado arriba. La firma es vinculante. Conservamos con la firma la fecha y la hora, su dirección IP y su navegador.',
    change_order:
      'Al introducir su nombre, usted aprueba esta orden de cambio en nombre del cliente indicado arriba. La aprobación es vinculante. Conservamos con la aprobación la fecha y la hora, su dirección IP y su navegador.',
    estimate:
      'Al introducir su nombre, usted acepta este presupuesto en nombre del cliente indicado arriba. La aceptación es vinculante. Conservamos con la aceptación la fecha y la hora, su dirección IP y su navegador.',
  },

  refusals: {
    blank: 'no puede estar en blanco',
    required: 'es obligatorio',
    tooLong: 'puede tener como máximo {most} caracteres',
    unstorable: 'contiene caracteres que no se pueden guardar',
    invisible: 'no puede contener caracteres de control ni invisibles',
    noLetter: 'debe contener una letra o un número',
    noEmail: 'debe contener una dirección de correo',
    manyLines: 'debe ocupar una sola línea, sin caracteres de control',
    noAnswer: 'está en blanco: dé al menos una respuesta',
    noDay: 'debe contener una fecha',
    noYear: 'debe contener un año entre 0001 y 9999',
    beforeFirst: 'no puede ser anterior al primer día',
    scopeApproved: 'El alcance ya está aprobado.',
    scopeNeverDrafted: 'El alcance aún no se ha redactado, así que no hay nada que aprobar.',
    scopeChanged: 'El alcance se ha vuelto a redactar desde que lo leyó. Lea primero la nueva versión.',
    manyRequests:
      'Aún hay {count} solicitudes abiertas sobre este alcance. Espere una respuesta antes de enviar otra.',
    contractSigned: 'El contrato ya está firmado.',
    contractChanged: 'El contrato ha cambiado desde que lo leyó. Lea primero la nueva versión.',
    contractTooEarly: 'El contrato se puede firmar cuando el alcance esté aprobado.',
    changeOrderApproved: 'La orden de cambio ya está aprobada.',
    changeOrderDeclined: 'La orden de cambio ya se rechazó.',
    changeOrderWithdrawn: 'La orden de cambio se retiró.',
    changeOrderChanged: 'La orden de cambio ha cambiado desde que la leyó. Lea primero la nueva versión.',
    nothingAgreed: 'Una orden de cambio requiere un alcance aprobado o un contrato firmado.',
    manyStatements:
      'Se acaban de crear muchos estados de cuenta de este cliente. Vuelva a intentarlo dentro de diez minutos.',
    intakeSubmitted: 'Las respuestas de este proyecto ya se enviaron.',
    estimateEnded: '{number} ya no está vigente y no se puede aceptar ni rechazar.',
    estimateAnswered: '{number} ya se ha {answer, select, accepted {aceptado} other {rechazado}}.',
    estimateInvoiced:
      '{number} ya se ha convertido en factura, por lo que ya no se puede aceptar ni rechazar.',
    estimateExpired: '{number} ha caducado, por lo que ya no se puede aceptar.',
    estimateChanged: '{number} ha cambiado desde que lo leyó. Vuelva a leerlo primero.',
    declarationChanged: 'El texto junto a su nombre ha cambiado desde que lo leyó. Vuelva a leerlo primero.',
    manyInquiries:
      'En este momento hay demasiadas consultas pendientes de respuesta. Envíe un correo o inténtelo más tarde.',
    manyFromNetwork:
      'En una hora han llegado {count} consultas desde su red. Envíe un correo o inténtelo dentro de una hora.',
    noInquiries: 'Aquí no se aceptan consultas.',
  },

  errors: {
    linkEnded: {
      title: 'Este enlace ya no funciona',
      text: 'Puede que lo haya sustituido otro más reciente o que esté incompleto. Pida el enlace actual a la persona que se lo envió.',
    },
    unavailable: {
      title: 'Esta página no está disponible',
      text: 'No se puede mostrar en este momento. Consulte a la persona que le envió el enlace.',
    },
    notFound: {
      title: 'Página no encontrada',
      text: 'Puede que se haya eliminado o que la dirección no sea correcta.',
    },
    noPage: { title: 'Esta página no existe', text: 'Puede que una parte de la dirección no sea correcta.' },
    noFile: { title: 'Este archivo no existe', text: 'Este documento no tiene ningún archivo de este tipo.' },
    fileLate: { title: 'Este archivo aún se está creando', text: 'Vuelva a intentarlo en un momento.' },
    noPeriod: { title: 'Este periodo no es válido', text: 'Elija de nuevo el primer y el último día.' },
    crossSite: {
      title: 'Este formulario se envió desde otro sitio',
      text: 'No se ha cambiado nada. Abra la página en Corkboard y vuelva a enviar el formulario.',
    },
    busy: {
      title: 'Están llegando demasiados formularios a la vez',
      text: 'No se ha guardado nada. Vuelva atrás para conservar lo que escribió y envíe de nuevo el formulario en un momento.',
    },
    tooLong: {
      title: 'Este formulario es demasiado largo',
      text: 'No se ha guardado nada. Vuelva atrás, acorte el texto y envíe de nuevo el formulario.',
    },
    badForm: {
      title: 'Este formulario no se puede leer',
      text: 'No se ha guardado nada. Abra de nuevo la página y envíe su formulario.',
    },
    fault: {
      title: 'Algo ha salido mal',
      text: 'El problema es nuestro. Vuelva a intentarlo en un momento. Si se repite, envíe este número a la persona que le envió el enlace:',
    },
    unsubscribeEnded: {
      title: 'Este enlace ya no funciona',
      text: 'Puede que esté incompleto o que tenga más de un año. Si es miembro, inicie sesión y elija sus notificaciones por correo en Settings, Members.',
    },
  },

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
    statement: {
      subject: 'Estado de cuenta de {workspace}',
      text: 'Hola, {client}:\n\nAquí encontrará su estado de cuenta, que también puede descargar en PDF:\n{link}\n\nUn cordial saludo,\n{workspace}',
    },
    portal: {
      subject: 'Sus documentos de {workspace}',
      text: 'Hola, {client}:\n\nAquí encontrará todo en un solo lugar: lo que espera su respuesta, sus proyectos, todos los documentos y su estado de cuenta:\n{link}\n\nUn cordial saludo,\n{workspace}',
    },
  },
};
