create or replace function corkboard.personal_fields() returns text[]
language sql immutable parallel safe
as $$
  select '{name,email,company,contactName,address,notes,eInvoiceCountry,eInvoiceNetworkId,legalName,billingEmail,
           addressLines,postalCode,city,region,country,vatNumber,buyerReference,language,clientName,projectName,approvedName,
           approvedBy,title,description,body,deliverables,timeline,lineItems,poNumber,reason,question,method,reference}'::text[]
$$;
comment on function corkboard.personal_fields() is
  'The fields of responses, events and changes that may say something about a client, as the API names them.';
