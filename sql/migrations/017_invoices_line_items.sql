-- plpgsql, which keeps its plan for the session: the constraint calls this at every insert and update of an invoice.
-- Only case keeps PostgreSQL from looking into what a condition before has not let pass.
create function corkboard.are_line_items(p_lines json) returns boolean
language plpgsql immutable strict parallel safe
as $$
begin
  if p_lines::text = '[]' then
    return true;
  end if;
  if json_typeof(p_lines) <> 'array' or json_array_length(p_lines) > 50 then
    return false;
  end if;
  return not exists (
    select from json_array_elements(p_lines) l (line)
     where case when json_typeof(l.line) <> 'object' then true else (
       -- A bit for each field that is as it should be: four fields with four different bits.
       select count(*) <> 4 or bit_or(case f.key
           when 'description' then
             case when json_typeof(f.value) = 'string' and char_length(f.value #>> '{}') between 1 and 500 then 1 else 0 end
           when 'quantityHundredths' then
             case when f.value::text ~ '^[0-9]{1,9}$' then case when f.value::text::integer <= 1000000 then 2 else 0 end else 0 end
           when 'unitPriceCents' then
             case when f.value::text ~ '^[0-9]{1,9}$' then case when f.value::text::integer <= 100000000 then 4 else 0 end else 0 end
           when 'taxRateBps' then
             case when f.value::text = 'null' then 8
               when f.value::text ~ '^[0-9]{1,9}$' then case when f.value::text::integer <= 10000 then 8 else 0 end else 0 end
           else 0 end) <> 15
         from json_each(l.line) f) end);
end
$$;
comment on function corkboard.are_line_items(json) is
  'Whether this is what the lines of an invoice look like: an array of at most 50 objects, each with exactly description (1 to 500 characters), quantityHundredths (0 to 1000000), unitPriceCents (0 to 100000000) and taxRateBps (null, or 0 to 10000), the numbers in plain digits. Empty for a flat amount.';

alter table corkboard.invoices
  add constraint line_items_well_formed check (corkboard.are_line_items(line_items)) not valid;
