-- A document without a plan keeps its bytes, which a client may have read before plans were known.
create or replace function corkboard.with_payment_parts(p_document json, p_parts jsonb) returns json
language sql immutable
as $$
  select case when p_parts is null then p_document
              else (left(p_document::text, -1) || ',"paymentParts":' || p_parts || '}')::json end
$$;
comment on function corkboard.with_payment_parts(json, jsonb) is
  'A document with these parts of a payment plan as its last field, paymentParts; unchanged without any.';
