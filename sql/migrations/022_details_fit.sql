-- The details of an invoice fit its lines and dates.

-- In a block, because Citus passes on the text of the query, outside of one the whole file; each constraint by itself, because
-- it takes none beside other changes. They are not valid, because no row has values yet.
do $$
begin
  alter table corkboard.invoices add constraint invoices_line_units_check check (
    array_remove(line_units, null) <@ '{hours,days,pieces,flat}' and cardinality(line_units) = json_array_length(line_items)
  ) not valid;
  alter table corkboard.invoices add constraint invoices_supply_until_check check (
    supply_until is null or (supply_date is not null and supply_until >= supply_date)
  ) not valid;
end
$$;
