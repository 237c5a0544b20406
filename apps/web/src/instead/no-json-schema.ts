const nothing = () => undefined;

export const createStandardJSONSchemaMethod = () => nothing;
export const createToJSONSchemaMethod = () => nothing;
export const toJSONSchema = nothing;
