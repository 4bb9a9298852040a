-- 1.0.0's functions call it, which a rollback brings back. take_number has its place.
create or replace function corkboard.invoice_number(p_kind text, p_sequence integer) returns text
language sql immutable parallel safe
return case p_kind when 'invoice' then 'INV-' else 'EST-' end
  || case when p_sequence < 10000 then lpad(p_sequence::text, 4, '0') else p_sequence::text end;
comment on function corkboard.invoice_number(text, integer) is
  'The number of an invoice or estimate, of its place among those of its kind.';
