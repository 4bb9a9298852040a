-- The unit separator prevents matches that span two fields.
create or replace function corkboard.invoice_search_text(p_number text, p_po_number text) returns text
language sql stable
as $$ select concat_ws(E'\x1f', p_number, p_po_number) $$;
comment on function corkboard.invoice_search_text(text, text) is 'The text by which the console''s search finds an invoice.';
