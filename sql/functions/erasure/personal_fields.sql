create or replace function corkboard.personal_fields() returns text[]
language sql immutable parallel safe
as $$
  select '{name,email,company,contactName,notes,eInvoiceCountry,eInvoiceNetworkId,language,clientName,projectName,approvedName,
           approvedBy,title,description,body,deliverables,timeline,lineItems,poNumber,reason,question,method,reference}'::text[]
$$;
comment on function corkboard.personal_fields() is
  'The fields of responses, events and changes of other records that may say something about a client, as the API names them.';
